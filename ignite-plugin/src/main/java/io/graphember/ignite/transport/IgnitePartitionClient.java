// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.wiring.NodeThreads;
import io.graphember.sampling.engine.GatherReply;
import io.graphember.sampling.engine.GatherRequest;
import io.graphember.sampling.engine.LocateRequest;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.VertexTable;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The topology over Ignite: a call to the owning node, a method call on this one. */
public final class IgnitePartitionClient implements PartitionClient {
  private final NodeCalls calls;
  private final LiveJob job;
  private final Hosts hosts;

  /** The topology of a job as seen from this node. */
  public IgnitePartitionClient(NodeCalls calls, LiveJob job) {
    this.calls = calls;
    this.job = job;
    this.hosts = new Hosts(job.plan().owners(), calls.self());
  }

  @Override
  public int partitions() {
    return job.plan().owners().length;
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
  public CompletableFuture<List<VertexTable>> locate(int host, List<LocateRequest> requests) {
    if (hosts.isSelf(host)) {
      return here(() -> job.locate(requests));
    }
    requests.forEach(request -> job.moved(request.bytes()));
    return calls
        .send(
            hosts.node(host),
            NodeThreads.STORAGE_EXECUTOR,
            new LocateCall(
                job.plan().job(), job.plan().epoch(), requests.toArray(LocateRequest[]::new)))
        .thenApply(
            replies -> {
              Arrays.stream(replies).forEach(reply -> job.moved(reply.bytes()));
              return List.of(replies);
            });
  }

  @Override
  public CompletableFuture<List<GatherReply>> gather(int host, List<GatherRequest> requests) {
    if (hosts.isSelf(host)) {
      return here(() -> job.gather(requests));
    }
    requests.forEach(request -> job.moved(request.bytes()));
    return calls
        .send(
            hosts.node(host),
            NodeThreads.STORAGE_EXECUTOR,
            new GatherCall(
                job.plan().job(), job.plan().epoch(), requests.toArray(GatherRequest[]::new)))
        .thenApply(
            replies -> {
              Arrays.stream(replies).forEach(reply -> job.moved(reply.bytes()));
              return List.of(replies);
            });
  }

  static <R> CompletableFuture<R> here(Supplier<R> work) {
    try {
      return CompletableFuture.completedFuture(work.get());
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
