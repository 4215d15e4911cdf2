// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import com.google.inject.Guice;
import com.google.inject.Injector;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.submit.Adoption;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.WaitingCall;
import io.graphember.memory.MemoryBudget;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** A node of this process: its parts, and the calls that have come. */
final class LocalNode implements AutoCloseable {
  private final LocalCluster cluster;
  private final Node self;
  private final NodeThreads threads;
  private final Injector parts;
  private final List<CompletableFuture<?>> calls = new CopyOnWriteArrayList<>();
  private final List<Consumer<NodeCall<?>>> listeners = new CopyOnWriteArrayList<>();

  LocalNode(LocalCluster cluster, Node self) {
    this.cluster = cluster;
    this.self = self;
    this.threads = new NodeThreads(self.name());
    this.parts = Guice.createInjector(new LocalModule(cluster, self, threads));
  }

  Node self() {
    return self;
  }

  <T> T part(Class<T> type) {
    return parts.getInstance(type);
  }

  GraphCatalog graphs() {
    return part(GraphCatalog.class);
  }

  LiveStore live() {
    return part(LiveStore.class);
  }

  NodeStates states() {
    return part(NodeStates.class);
  }

  /** True if the node holds neither slabs nor memory of a job. */
  boolean idle() {
    return live().openJobs() == 0 && part(MemoryBudget.class).takenBytes() == 0;
  }

  /** Hears of every call that comes, before it is run. */
  void onCall(Consumer<NodeCall<?>> listener) {
    listeners.add(listener);
  }

  <R> CompletableFuture<R> take(String executor, NodeCall<R> call) {
    CompletableFuture<R> reply = new CompletableFuture<>();
    calls.add(reply);
    reply.whenComplete((done, failure) -> calls.remove(reply));
    final Executor pool =
        executor.equals(NodeThreads.TRAINER_EXECUTOR) ? threads.coordinators() : threads.watches();
    pool.execute(() -> arrive(call, reply));
    return reply;
  }

  private <R> void arrive(NodeCall<R> call, CompletableFuture<R> reply) {
    listeners.forEach(listener -> listener.accept(call));
    try {
      parts.injectMembers(call);
      Optional<Consumer<Runnable>> turn =
          call instanceof WaitingCall<R> waiting ? waiting.arrive() : Optional.empty();
      turn.ifPresentOrElse(
          queue -> queue.accept(() -> answer(call, reply)), () -> answer(call, reply));
    } catch (RuntimeException | Error e) {
      fail(reply, e);
    }
  }

  private <R> void answer(NodeCall<R> call, CompletableFuture<R> reply) {
    try {
      reply.complete(call.run());
    } catch (RuntimeException | Error e) {
      fail(reply, e);
    }
  }

  /** How a call ends that a node was killed in, nobody hears from the node. */
  private void fail(CompletableFuture<?> reply, Throwable failure) {
    reply.completeExceptionally(
        cluster.alive(self.id()) ? failure : NodeCalls.lost(self.id(), null));
  }

  /** Is about to stop in order: other nodes go on with its jobs. */
  void leave() {
    part(RunningJobs.class).leaveAll();
  }

  /** Calls fail as those to a node that left; what runs is stopped, and nobody hears of it. */
  void die() {
    calls.forEach(reply -> reply.completeExceptionally(NodeCalls.lost(self.id(), null)));
    live().cancelAll();
  }

  /** Another node has left. */
  void left(UUID node) {
    live().releaseOf(node);
    part(Adoption.class).look();
  }

  @Override
  public void close() {
    threads.close();
  }
}
