// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.graph.id.Vid;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.fixture.GrowingGraph;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.RealGraphs;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Partitions have about as many vertices of each split, as far as their edges allow it. */
class BalancedSplitsPropertyTest {

  /** Deals the edges in turn, so that a vertex with as many edges as partitions is in all. */
  private static final class InTurn implements Partitioner {
    @Override
    public String name() {
      return "in-turn";
    }

    @Override
    public String description() {
      return "edges in turn";
    }

    @Override
    public long estimateBytes(
        long vertices, long edges, int partitions, Map<String, String> options) {
      return 0;
    }

    @Override
    public void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
      int[] assigned = new int[(int) edges.edges()];
      Arrays.setAll(assigned, e -> e % request.partitions());
      sink.assignEdges(assigned, assigned.length);
    }
  }

  @Provide
  Arbitrary<GraphSource> graphs() {
    return keys().map(BalancedSplitsPropertyTest::graph);
  }

  /** A random graph, some with several vertex types. */
  private static GraphSource graph(long key) {
    return switch ((int) (key % 3)) {
      case 0 ->
          SampleGraph.random(30 + (int) (key % 90), (int) (key % 400), key)
              .withLabels("a", "b")
              .source(13);
      case 1 -> TypedGraph.random(3, 4, 40, key);
      default -> GrowingGraph.random(40, 200, 0, 0, key).base();
    };
  }

  @Provide
  Arbitrary<GraphSettings> settings() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 16),
            Arbitraries.of("adadne", "dne", "hdrf", "2ps", "hash-1d", "hash-2d"))
        .as(PartitionedGraph::settings);
  }

  @Property(tries = 300, seed = "91")
  void edgesStayAndAMasterIsOneOfTheReplicas(
      @ForAll("graphs") GraphSource graph, @ForAll("settings") GraphSettings settings) {
    PartitionedGraph without = PartitionedGraph.load(graph, settings);
    PartitionedGraph with =
        PartitionedGraph.load(graph, PartitionedGraph.balancing(settings, true));
    Map<String, Set<Integer>> replicas = new HashMap<>();
    for (int p = 0; p < with.partitions(); p++) {
      assertThat(with.edgeCounts(p)).isEqualTo(without.edgeCounts(p));
      for (String edge : with.edgeCounts(p).keySet()) {
        for (String end : edge.split(">")) {
          replicas.computeIfAbsent(end, none -> new TreeSet<>()).add(p);
        }
      }
    }
    replicas.forEach(
        (key, partitions) -> assertThat(partitions).contains(Vid.partition(with.vid(key))));
    assertThat(with.summary().quality()).isEqualTo(without.summary().quality());
  }

  /** Nearly all splits, as a vertex chooses once and does not look back. */
  @Test
  void splitsLieNoLessEvenlyThanWithout() {
    String[] partitioners = {"adadne", "dne", "hdrf", "hash-1d", "hash-2d"};
    long without = 0;
    long with = 0;
    int splits = 0;
    int worse = 0;
    for (int key = 0; key < 300; key++) {
      GraphSource graph = graph(key);
      GraphSettings settings =
          PartitionedGraph.settings(2 + key % 8, partitioners[key % partitioners.length]);
      List<Long> before = spreads(PartitionedGraph.load(graph, settings));
      List<Long> after =
          spreads(PartitionedGraph.load(graph, PartitionedGraph.balancing(settings, true)));
      for (int i = 0; i < before.size(); i++) {
        without += before.get(i);
        with += after.get(i);
        splits++;
        worse += after.get(i) > before.get(i) ? 1 : 0;
      }
    }
    assertThat(with).isLessThan(without / 2);
    assertThat(worse).isLessThan(splits / 100);
  }

  private static List<Long> spreads(PartitionedGraph graph) {
    return splits(graph.summary()).map(BalancedSplitsPropertyTest::spread).toList();
  }

  /** Where every vertex is in every partition, the splits of each type differ by one at most. */
  @Property(tries = 100, seed = "93")
  void verticesThatAreEverywhereAreDealtEvenly(@ForAll("keys") long key) {
    final int partitions = 1 + (int) (key % 9);
    final int vertices = 1 + (int) (key % 71);
    int[] ends = new int[vertices * partitions]; // a self loop of each vertex in each partition
    Arrays.setAll(ends, e -> e / partitions);
    GraphSource graph =
        SampleGraph.ofEdges(vertices, ends, ends, key).withLabels("a", "b").source(13);
    GraphSettings settings =
        PartitionedGraph.balancing(PartitionedGraph.settings(partitions, "in-turn"), true);
    GraphSummary summary = PartitionedGraph.load(graph, settings, new InTurn()).summary();
    assertThat(summary.partitionVertices()).containsOnly(vertices);
    assertThat(splits(summary)).allMatch(sizes -> spread(sizes) <= 1);
    assertThat(spread(summary.partitionMasters())).isLessThanOrEqualTo(1);
  }

  @Provide
  Arbitrary<Long> keys() {
    return Arbitraries.longs().between(0, 1_000_000);
  }

  /** New vertices make up for what the first version, which was not balanced, left uneven. */
  @Test
  void addedVerticesMakeUpForOldOnes() {
    GrowingGraph graph = GrowingGraph.random(200, 300, 400, 0, 5);
    GraphSettings settings = PartitionedGraph.settings(4, "hash-1d");
    PartitionedGraph first = PartitionedGraph.load(graph.base(), settings);
    assertThat(splits(first.summary())).anyMatch(sizes -> spread(sizes) > 5);
    GraphSummary second =
        first.add(graph.additions(), PartitionedGraph.balancing(settings, true)).summary();
    assertThat(splits(second)).allMatch(sizes -> spread(sizes) <= 1);
  }

  /** The 140 training vertices of the public split, of which few have replicas to choose among. */
  @Test
  void coraHasAsManyTrainingVerticesInEveryPartition() {
    GraphSettings settings = PartitionedGraph.settings(8, "adadne");
    SplitSizes without = cora(settings);
    SplitSizes with = cora(PartitionedGraph.balancing(settings, true));
    assertThat(without.train()).contains(11, 21);
    assertThat(with.train()).containsExactly(20, 19, 19, 20, 20, 15, 14, 13);
    assertThat(spread(without.valid())).isEqualTo(19);
    assertThat(spread(with.valid())).isEqualTo(12);
    assertThat(spread(without.test())).isEqualTo(17);
    assertThat(spread(with.test())).isEqualTo(0);
  }

  private static SplitSizes cora(GraphSettings settings) {
    try (GraphSource source = RealGraphs.cora()) {
      return PartitionedGraph.load(source, settings).summary().vertexTypes().get(0).splits();
    }
  }

  /** The sizes of each split of each vertex type, by partition. */
  private static Stream<long[]> splits(GraphSummary summary) {
    return summary.vertexTypes().stream()
        .map(GraphSummary.Vertices::splits)
        .flatMap(sizes -> Stream.of(sizes.train(), sizes.valid(), sizes.test()));
  }

  private static long spread(long[] sizes) {
    return Arrays.stream(sizes).max().orElseThrow() - Arrays.stream(sizes).min().orElseThrow();
  }
}
