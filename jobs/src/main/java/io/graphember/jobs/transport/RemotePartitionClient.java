// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.sampling.engine.JoinedLists;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The topology over Ignite: a call to the owning node, a method call on this one. */
final class RemotePartitionClient implements PartitionClient {
  private final NodeCalls calls;
  private final LiveJob job;
  private final Hosts hosts;
  private final OwnerCalls owners;
  private final LongSupplier batch;

  /** The topology of a job as seen from this node. */
  RemotePartitionClient(NodeCalls calls, LiveJob job, LongSupplier batch) {
    this.calls = calls;
    this.job = job;
    this.hosts = new Hosts(job.owners().now(), calls.self());
    this.owners = new OwnerCalls(calls, job.owners());
    this.batch = batch;
  }

  @Override
  public int partitions() {
    return job.owners().now().length;
  }

  @Override
  public int hosts() {
    return hosts.count();
  }

  @Override
  public int host(int partition) {
    return hosts.ofPartition(partition);
  }

  @Override
  public Optional<ResidentPartition> resident(int partition) {
    return hosts.isSelf(host(partition)) ? Optional.of(job.resident(partition)) : Optional.empty();
  }

  @Override
  public Optional<JoinedLists> joined(boolean in) {
    return whole() ? job.joined(in) : Optional.empty();
  }

  @Override
  public <R extends PartitionReply> CompletableFuture<List<R>> ask(
      int host, List<? extends PartitionRequest<R>> requests) {
    return owners.send(
        hosts.node(host),
        List.<PartitionRequest<R>>copyOf(requests),
        PartitionRequest::partition,
        this::carry);
  }

  @SuppressWarnings(
      "unchecked") // a request says what answers it, and the sampler checks the arrays
  private <R extends PartitionReply> CompletableFuture<List<R>> carry(
      UUID node, List<PartitionRequest<R>> requests) {
    if (node.equals(calls.self())) {
      return here(() -> job.answer(requests));
    }
    requests.forEach(request -> job.work().moved(request.bytes()));
    return ask(
            calls,
            job,
            node,
            new PartitionCall(job, batch.getAsLong(), requests.toArray(PartitionRequest<?>[]::new)))
        .thenApply(
            answer -> {
              Arrays.stream(answer.replies()).forEach(reply -> job.work().moved(reply.bytes()));
              return (List<R>) List.of(answer.replies());
            });
  }

  /** Asks another node for samples or rows, and takes the time. */
  static <R> CompletableFuture<R> ask(
      NodeCalls calls, LiveJob job, UUID node, NodeCall<R> question) {
    return job.work().answers().of(node, calls.send(node, NodeThreads.STORAGE_EXECUTOR, question));
  }

  static <R> CompletableFuture<R> here(Supplier<R> work) {
    try {
      return CompletableFuture.completedFuture(work.get());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
