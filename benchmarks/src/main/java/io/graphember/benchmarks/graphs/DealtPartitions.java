// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.graphs;

import io.graphember.graph.rows.RowRequest;
import io.graphember.graph.rows.RowSource;
import io.graphember.graph.rows.SumRequest;
import io.graphember.memory.RowMatrix;
import io.graphember.sampling.engine.PartitionClient;
import io.graphember.sampling.engine.PartitionReply;
import io.graphember.sampling.engine.PartitionRequest;
import io.graphember.sampling.engine.ResidentPartition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * The partitions of this process as if they were dealt to several storage nodes, and the trainer on
 * none of them: counts the bytes of arrays that would travel.
 */
public final class DealtPartitions implements PartitionClient {
  private final LocalPartitions partitions;
  private final int nodes;
  private final LongAdder bytes = new LongAdder();

  public DealtPartitions(LocalPartitions partitions, int nodes) {
    this.partitions = partitions;
    this.nodes = nodes;
  }

  /** Bytes of requests and replies so far. */
  public long bytes() {
    return bytes.sum();
  }

  @Override
  public int partitions() {
    return partitions.partitions();
  }

  @Override
  public int hosts() {
    return nodes;
  }

  @Override
  public int host(int partition) {
    return partition % nodes;
  }

  @Override
  public Optional<ResidentPartition> resident(int partition) {
    return Optional.empty();
  }

  @Override
  public <R extends PartitionReply> CompletableFuture<List<R>> ask(
      int host, List<? extends PartitionRequest<R>> requests) {
    return answered(
        requests,
        request -> {
          R reply = request.answer(partitions.partition(request.partition()));
          bytes.add(request.bytes() + reply.bytes());
          return reply;
        });
  }

  private static <Q, R> CompletableFuture<List<R>> answered(
      List<? extends Q> requests, Function<Q, R> answer) {
    List<R> replies = new ArrayList<>(requests.size());
    requests.forEach(request -> replies.add(answer.apply(request)));
    return CompletableFuture.completedFuture(replies);
  }

  /** The feature rows. */
  public RowSource rows() {
    return new Rows(partitions.rows());
  }

  private final class Rows implements RowSource {
    private final RowSource here;

    Rows(RowSource here) {
      this.here = here;
    }

    @Override
    public int dim() {
      return here.dim();
    }

    @Override
    public int hosts() {
      return nodes;
    }

    @Override
    public int host(int partition) {
      return partition % nodes;
    }

    @Override
    public CompletableFuture<List<float[]>> fetch(int host, List<RowRequest> requests) {
      return answered(
          requests,
          request -> {
            RowMatrix slab = here.resident(request.partition()).orElseThrow();
            float[] reply = new float[request.rows().length * dim()];
            for (int i = 0; i < request.rows().length; i++) {
              slab.read(request.rows()[i], reply, i * dim());
            }
            bytes.add(request.bytes() + 4L * reply.length);
            return reply;
          });
    }

    @Override
    public CompletableFuture<List<float[]>> sum(int host, List<SumRequest> requests) {
      return answered(
          requests,
          request -> {
            RowMatrix slab = here.resident(request.partition()).orElseThrow();
            float[] reply =
                request.answer(partitions.partition(request.partition()).topology(), slab);
            bytes.add(request.bytes() + 4L * reply.length);
            return reply;
          });
    }

    @Override
    public boolean mirrored() {
      return here.mirrored();
    }

    @Override
    public Optional<RowMatrix> resident(int partition) {
      return Optional.empty();
    }
  }
}
