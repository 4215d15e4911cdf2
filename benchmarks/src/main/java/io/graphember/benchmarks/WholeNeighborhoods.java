// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.graphs.LocalPartitions;
import io.graphember.benchmarks.graphs.ResidentRows;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.graph.id.Vid;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.memory.DirectBuffer;
import io.graphember.memory.RowSlab;
import io.graphember.sampling.batch.Aggregation;
import io.graphember.sampling.batch.BatchAssembler;
import io.graphember.sampling.batch.BatchBuffers;
import io.graphember.sampling.batch.BatchCounts;
import io.graphember.sampling.batch.BlockAssembler;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.neighbor.NeighborSampler;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** Inference as training does it: the full neighbourhood of a batch of vertices into the model. */
final class WholeNeighborhoods implements AutoCloseable {
  private final LocalPartitions partitions;
  private final BatchAssembler assembler;
  private final NeighborSampler sampler;
  private final Backend backend;
  private final ModelSession session;
  private final ByteBuffer parameters;
  private final BatchBuffers buffers = new BatchBuffers();

  /** Batches of a graph in one partition. */
  WholeNeighborhoods(
      BuiltGraph graph,
      List<InferencePartition> resident,
      ModelSpec spec,
      float[] weights,
      int threads) {
    partitions = new LocalPartitions(graph);
    Replies replies = new Replies(Cancellation.NEVER, 600_000);
    sampler = new NeighborSampler(partitions, replies);
    assembler =
        new BatchAssembler(
            new ResidentRows(List.of((RowSlab) resident.get(0).input())),
            1,
            BlockAssembler.of(Aggregation.MEAN),
            replies,
            false,
            new BatchCounts());
    BackendProvider provider = ServiceLoader.load(BackendProvider.class).findFirst().orElseThrow();
    backend = provider.open(new BackendSettings(threads, Optional.empty()));
    session = backend.open(spec);
    parameters = DirectBuffer.allocate(4 * weights.length);
    parameters.asFloatBuffer().put(weights);
  }

  /** Mean seconds of a batch of so many vertices, all drawn at random, over so many batches. */
  double seconds(int vertices, int batches) throws Exception {
    int[] fanouts = new int[session.spec().layers()];
    Arrays.fill(fanouts, UniformNeighbors.ALL);
    ByteBuffer logits = DirectBuffer.allocate(4 * vertices * session.spec().outputDim());
    double sum = 0;
    for (int b = -1; b < batches; b++) {
      long[] seeds = seeds(vertices, CounterRandom.child(9, b));
      double seconds =
          Stopwatch.seconds(
              () -> {
                MiniBatch batch = assembler.assemble(sampler.sample(seeds, fanouts, 1), buffers, 0);
                session.forward(batch, parameters, logits, null);
              });
      sum += b < 0 ? 0 : seconds; // the first warms up
    }
    return sum / batches;
  }

  private long[] seeds(int vertices, long key) {
    long[] seeds = new long[vertices];
    for (int i = 0; i < vertices; i++) {
      long bits = CounterRandom.bits(key, i);
      seeds[i] = Vid.of(0, CounterRandom.bounded(bits, partitions.masters()));
    }
    return Arrays.stream(seeds).distinct().toArray();
  }

  @Override
  public void close() {
    session.close();
    backend.close();
  }
}
