// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.graphs.BuiltGraph;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.benchmarks.measure.Stopwatch;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.lists.InferencePartition;
import io.graphember.inference.pairs.PairScorer;
import io.graphember.inference.pairs.PartitionScores;
import io.graphember.memory.RowSlab;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.spi.Cancellation;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.model.DecoderSpec;
import java.util.List;

/**
 * What inference layer by layer is compared with: GLISP III-D's naive one, which feeds the whole
 * neighbourhood of each sample into the model independently of all others, and batches of samples,
 * which share what their neighbourhoods have in common. Some are run, the rest is reckoned.
 *
 * @param graph in one partition
 * @param spec a model of two layers for classes of vertices
 */
record SampleWise(
    BuiltGraph graph,
    List<InferencePartition> resident,
    ModelSpec spec,
    float[] parameters,
    int threads) {
  private static final double TARGET_EMBEDDING = 500;
  private static final double TARGET_LINKS = 1000;
  private static final int BATCHES = 3;

  /**
   * Compares.
   *
   * @param layerwise seconds of all vertices layer by layer
   * @param rows what these gave; edges are scored by their dot product
   * @param samples how many are run one by one
   */
  List<Measurement> against(double layerwise, RowSlab rows, int samples, int batchSize)
      throws Exception {
    final long vertices = graph.summary().vertices();
    final long edges = graph.summary().edges();
    final double scores = Stopwatch.median(Stopwatch.seconds(1, 3, () -> score(rows)));
    try (WholeNeighborhoods model =
        new WholeNeighborhoods(graph, resident, spec, parameters, threads)) {
      final double one = model.seconds(1, samples) * vertices;
      final double pair = model.seconds(2, samples) * edges;
      final double batch = model.seconds(batchSize, BATCHES) * vertices / batchSize;
      final double pairs = model.seconds(2 * batchSize, BATCHES) * edges / batchSize;
      return List.of(
          Measurement.lower("scores of all edges, one thread", "s", List.of(scores)),
          Measurement.lower("vertices one by one, reckoned", "s", List.of(one)),
          times("layer by layer against them", one / layerwise).withTarget(TARGET_EMBEDDING),
          Measurement.lower("edges one by one, reckoned", "s", List.of(pair)),
          times("layer by layer and scores against them", pair / (layerwise + scores))
              .withTarget(TARGET_LINKS),
          Measurement.lower("batches of vertices, reckoned", "s", List.of(batch)),
          times("layer by layer against them", batch / layerwise),
          Measurement.lower("batches of edges, reckoned", "s", List.of(pairs)),
          times("layer by layer and scores against them", pairs / (layerwise + scores)));
    }
  }

  private static Measurement times(String what, double ratio) {
    return Measurement.higher(what, "times", List.of(ratio));
  }

  private void score(RowSlab rows) {
    PartitionTopology topology = resident.get(0).topology();
    ModelSpec links = spec.with(DecoderSpec.DOT);
    PartitionScores scores =
        new PartitionScores(PairScorer.of(links, parameters), topology, 0, 0, EdgeRule.ANY_TYPE);
    float[] row = new float[rows.dim()];
    for (int v = 0; v < topology.masters(); v++) {
      rows.read(v, row, 0);
      scores.give(v, row);
    }
    Sum sum = new Sum();
    scores.each(sum, Cancellation.NEVER);
    if (sum.edges != graph.summary().edges()) {
      throw new IllegalStateException("%d edges have scores".formatted(sum.edges));
    }
  }

  /** So that scores are looked at. */
  private static final class Sum implements PartitionScores.Output {
    private long edges;
    private double scores;

    @Override
    public void accept(int source, int destination, float[] ofEdge) {
      edges++;
      scores += ofEdge[0];
    }
  }
}
