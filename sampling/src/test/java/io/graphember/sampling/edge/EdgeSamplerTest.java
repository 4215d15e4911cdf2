// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.Significance;
import io.graphember.sampling.op.VertexDegrees;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Drawn edges against the graph and their law; significance 0.0001 for each of 9 tests. */
class EdgeSamplerTest {
  private static final double ALPHA = 0.0001;
  private static final Replies REPLIES = new Replies(Cancellation.NEVER, 10_000);

  @ParameterizedTest
  @CsvSource({"1, hash-1d", "3, hash-2d", "4, adadne"})
  void everyEdgeIsDrawnAlike(int partitions, String partitioner) {
    SampleGraph graph = SampleGraph.random(12, 60, 3);
    PartitionedGraph loaded = PartitionedGraph.load(graph, partitions, partitioner);
    MemoryCluster cluster = new MemoryCluster(loaded, 1, Courier.direct(), 0);
    final int draws = 20_000;
    long[] edges = new EdgeSampler(cluster, REPLIES).draw(draws, 5);
    Map<String, Integer> seen = new TreeMap<>();
    for (int i = 0; i < draws; i++) {
      seen.merge(loaded.key(edges[2 * i]) + ">" + loaded.key(edges[2 * i + 1]), 1, Integer::sum);
    }
    Map<String, Double> law = new TreeMap<>();
    final double total =
        graph.edgeCounts().values().stream().mapToDouble(Number::doubleValue).sum();
    graph.edgeCounts().forEach((edge, count) -> law.put(edge, count.doubleValue() / total));
    assertThat(Significance.goodnessOfFit(law, seen)).isGreaterThan(ALPHA);
    for (MemoryCluster other :
        List.of(
            new MemoryCluster(loaded, 2, Courier.shuffled(1)),
            new MemoryCluster(loaded, 3, Courier.direct(), 1))) {
      assertThat(new EdgeSampler(other, REPLIES).draw(draws, 5)).isEqualTo(edges);
    }
  }

  /** Of some types all edges alike, of others none; each has its own type. */
  @ParameterizedTest
  @CsvSource({"1, hash-1d", "3, hash-2d"})
  void edgesAreOfTheTypesThatAreAskedFor(int partitions, String partitioner) {
    TypedGraph graph = TypedGraph.random(2, 4, 30, 8);
    PartitionedGraph loaded =
        PartitionedGraph.load(graph, PartitionedGraph.settings(partitions, partitioner));
    MemoryCluster cluster = new MemoryCluster(loaded, 2, Courier.direct(), 0);
    final int draws = 20_000;
    for (int[] types : new int[][] {{}, {2}, {0, 3}}) {
      EdgeSampler.Drawn drawn = new EdgeSampler(cluster, REPLIES, types).drawAll(draws, 6);
      Map<String, Integer> seen = new TreeMap<>();
      for (int i = 0; i < draws; i++) {
        seen.merge(
            "e%d %s>%s"
                .formatted(
                    drawn.types()[i],
                    loaded.key(drawn.ends()[2 * i]),
                    loaded.key(drawn.ends()[2 * i + 1])),
            1,
            Integer::sum);
      }
      Map<String, Double> law = new TreeMap<>();
      final double total = 30 * (types.length == 0 ? 4 : types.length);
      graph
          .edgeCounts()
          .forEach(
              (edge, count) -> {
                if (types.length == 0
                    || Arrays.stream(types).anyMatch(t -> edge.startsWith("e" + t + " "))) {
                  law.put(edge, count / total);
                }
              });
      assertThat(Significance.goodnessOfFit(law, seen)).isGreaterThan(ALPHA);
    }
    assertThatThrownBy(() -> new EdgeSampler(cluster, REPLIES, new int[] {4}).draw(1, 1))
        .hasMessage("The graph has 4 edge types, numbered from 0; there is none with number 4.");
  }

  @Test
  void aGraphWithoutEdgesHasNoneToDraw() {
    MemoryCluster cluster =
        new MemoryCluster(
            PartitionedGraph.load(SampleGraph.random(4, 0, 1), 2, "hash-1d"), 1, Courier.direct());
    assertThatThrownBy(() -> new EdgeSampler(cluster, REPLIES).draw(1, 1))
        .isInstanceOf(GraphemberException.class)
        .hasMessage("The graph has no edge to draw.");
  }

  @Test
  void degreesAreThoseOfTheWholeGraph() {
    SampleGraph graph = SampleGraph.random(15, 80, 4);
    PartitionedGraph loaded = PartitionedGraph.load(graph, 4, "hash-2d");
    long[] vids = new long[15];
    Arrays.setAll(vids, i -> loaded.vid(graph.keyOf(i)));
    int[] expected = new int[15];
    for (int v = 0; v < 15; v++) {
      String key = loaded.key(vids[v]).toString();
      expected[v] =
          graph.edgeCounts().entrySet().stream()
              .mapToInt(
                  edge -> {
                    String[] ends = edge.getKey().split(">");
                    int times = (ends[0].equals(key) ? 1 : 0) + (ends[1].equals(key) ? 1 : 0);
                    return times * edge.getValue().intValue();
                  })
              .sum();
    }
    for (int self : new int[] {-1, 0}) {
      MemoryCluster cluster = new MemoryCluster(loaded, 3, Courier.direct(), self);
      assertThat(new VertexDegrees(cluster, REPLIES).of(vids)).isEqualTo(expected);
    }
  }
}
