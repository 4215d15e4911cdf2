// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.NodeCounts;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one job as its coordinator sees them: sends work to them, waits for all of it, stops
 * the rest when one fails. Used by the coordinator's thread.
 */
public final class JobNodes {
  private static final long POLL_MILLIS = 20;
  private static final long STOP_SECONDS = 30;

  private final NodeCalls calls;
  private final JobPlan plan;
  private final Set<UUID> nodes;
  private final Relocation relocation;
  private boolean released;
  private boolean moving;

  JobNodes(NodeCalls calls, JobPlan plan, Relocation relocation) {
    this.calls = calls;
    this.relocation = relocation;
    this.plan = plan;
    this.nodes = new LinkedHashSet<>(Arrays.asList(plan.owners()));
    nodes.addAll(Arrays.asList(plan.trainers()));
    nodes.addAll(Arrays.asList(plan.predictors()));
    nodes.add(plan.coordinator());
  }

  public JobPlan plan() {
    return plan;
  }

  /** Nodes that own partitions. */
  public Set<UUID> owners() {
    return new LinkedHashSet<>(Arrays.asList(plan.owners()));
  }

  public Set<UUID> all() {
    return nodes;
  }

  /**
   * Partitions by the node that computes their results: the planned one, or, where it has left, one
   * of the others that have room for the model. By any thread.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_LOST} if none of them is left
   */
  public Map<UUID, int[]> predictors(int[] partitions) {
    UUID[] planned = plan.predictors();
    List<UUID> able =
        Stream.concat(Arrays.stream(planned), Arrays.stream(plan.trainers()))
            .distinct()
            .filter(calls::alive)
            .toList();
    if (able.isEmpty()) {
      throw NodeCalls.lost(planned[0], null);
    }
    return Arrays.stream(partitions)
        .boxed()
        .collect(
            Collectors.groupingBy(
                p -> able.contains(planned[p]) ? planned[p] : able.get(p % able.size()),
                LinkedHashMap::new,
                Collectors.collectingAndThen(
                    Collectors.toList(), ps -> ps.stream().mapToInt(p -> p).toArray())));
  }

  /** True if the job should go on on other nodes when its state is kept next. */
  public boolean outdated() {
    return relocation.outdated();
  }

  /** Asks the first trainer to end behind its epoch, if the job should go on on other nodes. */
  public void moveIfOutdated() {
    if (!moving && outdated()) {
      moving = true;
      calls.send(
          plan.trainers()[0],
          NodeThreads.STORAGE_EXECUTOR,
          new NodeMessages.Move(plan.job(), plan.epoch()));
    }
  }

  /** A node that the job has come to, with partitions of one that was lost. */
  void add(UUID node) {
    nodes.add(node);
  }

  /** Sends work that waits; see {@link #await}. */
  public <R> CompletableFuture<R> send(UUID node, Message<R> message) {
    return calls.send(node, NodeThreads.TRAINER_EXECUTOR, message);
  }

  /**
   * Waits for all of the work. When one part fails or the job is cancelled, the rest is asked to
   * stop and waited for, so that nothing runs on when this returns.
   *
   * @param meanwhile done again and again; what it throws is a failure too
   */
  <R> List<R> await(
      List<CompletableFuture<R>> work, Cancellation cancellation, Runnable meanwhile) {
    CompletableFuture<Void> all = CompletableFuture.allOf(work.toArray(CompletableFuture[]::new));
    RuntimeException failure = null;
    long deadline = Long.MAX_VALUE;
    while (!ended(all) && System.nanoTime() < deadline) {
      if (failure == null) {
        failure = firstFailure(work, cancellation);
        failure = failure == null ? failure(meanwhile) : failure;
        if (failure != null) {
          cancel();
          deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(STOP_SECONDS);
        }
      }
    }
    RuntimeException cause = worse(failure, firstFailure(work, Cancellation.NEVER));
    if (cause != null) {
      cancel(); // told once more what did not stop in time
      throw cause;
    }
    return work.stream().map(CompletableFuture::join).toList();
  }

  private static @Nullable RuntimeException failure(Runnable meanwhile) {
    try {
      meanwhile.run();
      return null;
    } catch (GraphemberException | LostNodes e) {
      return e;
    }
  }

  private static boolean ended(CompletableFuture<Void> all) {
    try {
      all.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      return true; // all parts ended, some failed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new GraphemberException(SpiError.CANCELLED, "The node is stopping.", e);
    }
  }

  private static <R> @Nullable RuntimeException firstFailure(
      List<CompletableFuture<R>> work, Cancellation cancellation) {
    RuntimeException failure = null;
    for (CompletableFuture<R> part : work) {
      if (part.isCompletedExceptionally()) {
        failure = worse(failure, asKnown(part.handle((done, e) -> e).join()));
      }
    }
    if (failure == null && cancellation.requested()) {
      return new GraphemberException(SpiError.CANCELLED, "Cancelled at the user's request.");
    }
    return failure;
  }

  /** The cause rather than what it caused: others are cancelled because one failed. */
  private static @Nullable RuntimeException worse(
      @Nullable RuntimeException first, @Nullable RuntimeException second) {
    boolean firstIsEffect =
        first instanceof GraphemberException known && known.is(SpiError.CANCELLED);
    return second != null && (first == null || firstIsEffect) ? second : first;
  }

  private static RuntimeException asKnown(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof RuntimeException known ? known : new IllegalStateException(cause);
  }

  /** Asks the job's work on all nodes to stop; does not wait. */
  void cancel() {
    for (UUID node : nodes) {
      calls.send(
          node, NodeThreads.STORAGE_EXECUTOR, new NodeMessages.Cancel(plan.job(), plan.epoch()));
    }
  }

  /** Stops the work on all nodes and frees the slabs, unless that was done. */
  void end() {
    if (!released) {
      cancel();
      release();
    }
  }

  /** Frees the slabs on all nodes that are still there; what each did. */
  public List<NodeCounts> release() {
    released = true;
    List<CompletableFuture<Optional<NodeCounts>>> sent = new ArrayList<>();
    for (UUID node : nodes) {
      sent.add(
          calls.send(
              node,
              NodeThreads.STORAGE_EXECUTOR,
              new NodeMessages.Release(plan.job(), plan.epoch())));
    }
    Replies replies = new Replies(Cancellation.NEVER, TimeUnit.SECONDS.toMillis(STOP_SECONDS));
    List<NodeCounts> counts = new ArrayList<>();
    for (CompletableFuture<Optional<NodeCounts>> reply : sent) {
      replies
          .await(reply.exceptionally(e -> Optional.empty()), "the release of job " + plan.job())
          .ifPresent(counts::add);
    }
    counts.sort(Comparator.comparing(NodeCounts::node));
    return counts;
  }
}
