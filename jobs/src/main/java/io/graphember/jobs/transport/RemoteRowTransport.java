// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.GradientsCall.Kind;
import io.graphember.tensor.table.RowGradients;
import io.graphember.tensor.table.RowRead;
import io.graphember.tensor.table.RowTransport;
import io.graphember.tensor.table.TableChange;
import io.graphember.tensor.table.TableHost;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/**
 * The tables of a job over Ignite: calls to the owning nodes, method calls on this one. A node that
 * leaves takes its rows with it: calls to it fail, and the job goes back to its last checkpoint.
 */
public final class RemoteRowTransport implements RowTransport {
  private final NodeCalls calls;
  private final LiveJob job;
  private final Hosts hosts;

  /** The tables of a job as seen from this node. */
  public RemoteRowTransport(NodeCalls calls, LiveJob job) {
    this.calls = calls;
    this.job = job;
    this.hosts = new Hosts(job.plan().owners(), calls.self());
  }

  @Override
  public int hosts() {
    return hosts.count();
  }

  /** The node that a host is. */
  public UUID node(int host) {
    return hosts.node(host);
  }

  @Override
  public int host(int partition) {
    return hosts.ofPartition(partition);
  }

  @Override
  public Optional<TableHost> resident(int host) {
    return hosts.isSelf(host) ? Optional.of(job.tables().host()) : Optional.empty();
  }

  @Override
  public CompletableFuture<List<float[]>> get(int host, List<RowRead> reads) {
    if (hosts.isSelf(host)) {
      return RemotePartitionClient.here(() -> job.tables().host().get(reads));
    }
    job.work().moved(RowsCall.bytes(reads));
    return RemotePartitionClient.ask(calls, job, hosts.node(host), new RowsCall(job, reads))
        .thenApply(this::arrived);
  }

  @Override
  public CompletableFuture<Void> contribute(
      int host, int trainer, long step, List<RowGradients> gradients) {
    if (hosts.isSelf(host)) {
      try {
        return job.tables().host().contribute(trainer, step, gradients);
      } catch (RuntimeException e) {
        return CompletableFuture.failedFuture(e);
      }
    }
    return send(host, trainer, step, Kind.CONTRIBUTE, gradients);
  }

  @Override
  public CompletableFuture<Void> push(
      int host, int trainer, long sequence, List<RowGradients> gradients) {
    if (hosts.isSelf(host)) {
      return here(() -> job.tables().host().push(trainer, sequence, gradients));
    }
    return send(host, trainer, sequence, Kind.PUSH, gradients);
  }

  @Override
  public CompletableFuture<Void> add(
      int host, int trainer, long sequence, List<RowGradients> values) {
    if (hosts.isSelf(host)) {
      return here(() -> job.tables().host().add(trainer, sequence, values));
    }
    return send(host, trainer, sequence, Kind.ADD, values);
  }

  @Override
  public CompletableFuture<Void> change(int host, int trainer, long sequence, TableChange change) {
    if (hosts.isSelf(host)) {
      return here(() -> job.tables().host().change(trainer, sequence, change));
    }
    return calls
        .send(
            hosts.node(host),
            NodeThreads.STORAGE_EXECUTOR,
            new TableChangeCall(job, trainer, sequence, change))
        .thenAccept(done -> {});
  }

  private List<float[]> arrived(float[][] rows) {
    for (float[] some : rows) {
      job.work().moved(4L * some.length);
    }
    return List.of(rows);
  }

  private static CompletableFuture<Void> here(Runnable work) {
    return RemotePartitionClient.here(
        () -> {
          work.run();
          return null;
        });
  }

  private CompletableFuture<Void> send(
      int host, int trainer, long number, Kind kind, List<RowGradients> gradients) {
    job.work().moved(GradientsCall.bytes(gradients));
    return calls
        .send(
            hosts.node(host),
            NodeThreads.STORAGE_EXECUTOR,
            new GradientsCall(job, trainer, number, kind, gradients))
        .thenAccept(done -> {});
  }
}
