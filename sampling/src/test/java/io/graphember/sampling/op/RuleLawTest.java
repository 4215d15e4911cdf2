// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.partition.fixture.ValuedGraph.Edge;
import io.graphember.partition.fixture.ValuedGraph.Values;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.neighbor.RuleSampler;
import io.graphember.sampling.op.EdgeRule.Order;
import io.graphember.schema.EdgeAttributes;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The law of samples by rules, against probabilities by brute force over all orders of drawing:
 * subsets of the neighbours of hubs, of a graph in one partition and cut over several.
 *
 * <p>Significance: {@value #FAMILY_ALPHA} for all tests of this class together, shared equally. All
 * keys are fixed, so a run passes or fails always.
 */
class RuleLawTest {
  private static final double FAMILY_ALPHA = 0.001;
  private static final double ALPHA = FAMILY_ALPHA / 34;
  private static final int HUBS = 16;
  private static final int DRAWS = 24_000;

  /** Hubs 0 .. HUBS - 1 with the same neighbours, in and out; a second type is in the way. */
  private static ValuedGraph hubs(float[] weights, boolean twoTypes) {
    List<Edge> edges = new ArrayList<>();
    for (int hub = 0; hub < HUBS; hub++) {
      for (int i = 0; i < weights.length; i++) {
        float[] none = {};
        edges.add(new Edge(0, HUBS + i, hub, new Values(weights[i], null, none)));
        edges.add(new Edge(0, hub, HUBS + weights.length + i, new Values(weights[i], null, none)));
        if (twoTypes) {
          edges.add(
              new Edge(1, HUBS + (i + 1) % weights.length, hub, new Values(null, null, none)));
        }
      }
    }
    return new ValuedGraph(
        HUBS + 2 * weights.length,
        List.of(new EdgeAttributes(true, false, 0), EdgeAttributes.NONE),
        edges);
  }

  private static Map<String, Integer> sample(PartitionedGraph graph, EdgeRule rule, int items) {
    RuleSampler sampler =
        new RuleSampler(
            new MemoryCluster(graph, 2, Courier.direct(), 0),
            new Replies(Cancellation.NEVER, 10_000),
            List.of(List.of(rule)));
    long[] seeds = new long[HUBS];
    for (int hub = 0; hub < HUBS; hub++) {
      seeds[hub] = graph.vid(String.valueOf(hub));
    }
    Map<String, Integer> seen = new TreeMap<>();
    for (int batch = 0; batch < DRAWS / HUBS; batch++) {
      SampledNeighborhood got =
          sampler
              .sample(seeds, ExcludedEdges.NONE, CounterRandom.child(9, rule.fanout(), batch))
              .neighborhood();
      SampledHop hop = got.hops().get(0);
      for (int hub = 0; hub < HUBS; hub++) {
        boolean[] taken = new boolean[items];
        for (int e = hop.offsets()[hub]; e < hop.offsets()[hub + 1]; e++) {
          int neighbor = Integer.parseInt(graph.key(got.vids()[hop.neighbors()[e]])) - HUBS;
          assertThat(taken[neighbor % items]).isFalse();
          taken[neighbor % items] = true;
        }
        seen.merge(Significance.members(taken), 1, Integer::sum);
      }
    }
    return seen;
  }

  @ParameterizedTest(name = "{0} of weights {3}, {1} partitions by {2}, k = {4}")
  @CsvSource({
    "WEIGHT, 1, hash-1d, 1 2 3 4 5, 2",
    "WEIGHT, 8, hash-1d, 1 2 3 4 5, 2",
    "WEIGHT, 8, hash-2d, 1 2 3 4 5, 3",
    "WEIGHT, 8, hash-2d, 0.001 1 1 900, 2",
    "WEIGHT, 4, hash-1d, 0 1 2 0 7 0, 2",
    "WEIGHT_BY_TABLES, 1, hash-1d, 1 2 3 4 5 6 7 8, 2",
    "WEIGHT_BY_TABLES, 1, hash-1d, 0 1000 0 1 2 3 0 900, 2",
    "WEIGHT_BY_TABLES, 8, hash-2d, 1 2 3 4 5 6 7 8, 2",
    "UNIFORM, 1, hash-1d, 1 2 3 4 5 6, 2",
    "UNIFORM, 8, hash-2d, 1 2 3 4 5 6, 3",
    "UNIFORM, 8, hash-1d, 1 2 3 4 5 6, 1",
    "UNIFORM, 1, hash-1d, 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4, 2",
    "UNIFORM, 2, hash-1d, 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4, 2",
    "WEIGHT_BY_TABLES, 2, hash-1d, 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4, 2",
    "WEIGHT_BY_TABLES, 4, hash-1d, 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4 5 1 2 3 4, 1",
    "WEIGHT_BY_TABLES, 2, hash-1d, 0.01 90 0 0 80 0 0.02 0 0 70 0 0 0 0 60 0 0 0.01 0 0 0.03 0 0 0, 2"
  })
  void subsetsHaveTheirProbabilities(
      Order order, int partitions, String partitioner, String text, int k) {
    String[] words = text.split(" ");
    float[] weights = new float[words.length];
    double[] law = new double[words.length];
    for (int i = 0; i < words.length; i++) {
      weights[i] = Float.parseFloat(words[i]);
      law[i] = order == Order.UNIFORM ? 1 : weights[i];
    }
    boolean byTables = order == Order.WEIGHT_BY_TABLES; // of edges of all types
    PartitionedGraph graph =
        PartitionedGraph.load(
            hubs(weights, !byTables), PartitionedGraph.settings(partitions, partitioner));
    for (EdgeRule rule : List.of(EdgeRule.in(k), EdgeRule.out(k))) {
      assertThat(
              Significance.goodnessOfFit(
                  Significance.successive(law, k),
                  sample(
                      graph, byTables ? rule.by(order) : rule.ofType(0).by(order), weights.length)))
          .isGreaterThan(ALPHA);
    }
  }

  /** The test sees what it should see: weights that are squared fail. */
  @ParameterizedTest
  @CsvSource({"1, hash-1d", "8, hash-2d"})
  void otherWeightsAreFoundOut(int partitions, String partitioner) {
    float[] weights = {1, 2, 3, 4, 5};
    PartitionedGraph graph =
        PartitionedGraph.load(
            hubs(weights, true), PartitionedGraph.settings(partitions, partitioner));
    assertThat(
            Significance.goodnessOfFit(
                Significance.successive(new double[] {1, 4, 9, 16, 25}, 2),
                sample(graph, EdgeRule.in(2).ofType(0).by(Order.WEIGHT), 5)))
        .isLessThan(1e-9);
  }
}
