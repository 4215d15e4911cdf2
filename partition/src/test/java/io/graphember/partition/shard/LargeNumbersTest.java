// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.memory.RowStorage;
import io.graphember.partition.Partitioners;
import io.graphember.partition.exchange.LocalVertices;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.ThreadShards;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.partition.Partitioner;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shards whose vertices have numbers just below a limit: the others are taken to be elsewhere. */
class LargeNumbersTest {
  private static final int VERTICES = 60;
  private static final int PARTITIONS = 5;

  private final GraphSource graph =
      SampleGraph.random(VERTICES, 300, 3).withFeatures(4).withLabels("a", "b").source(20);

  private PartitionedGraph load(String name, int count, long origin) {
    final GraphSettings settings = PartitionedGraph.settings(PARTITIONS, name);
    final Partitioner partitioner = new Partitioners(getClass().getClassLoader()).get(name);
    try (ThreadShards shards =
        new ThreadShards(
            count,
            settings,
            partitioner,
            (number, budget) ->
                new LoadShard(
                    settings, graph.header(), number, count, budget, RowStorage.HEAP, origin))) {
      return PartitionedGraph.loadInShards(graph, settings, partitioner, shards);
    }
  }

  private static Map<String, Integer> edges(PartitionedGraph loaded) {
    final Map<String, Integer> edges = new TreeMap<>();
    for (int p = 0; p < loaded.partitions(); p++) {
      loaded.edgeCounts(p).forEach((edge, count) -> edges.merge(edge, count, Integer::sum));
    }
    return edges;
  }

  @ParameterizedTest
  @ValueSource(longs = {Integer.MAX_VALUE - 30L, 1L << 33, LocalVertices.MOST_VERTICES - VERTICES})
  void aGraphIsStoredWholeWhateverTheNumbersOfItsVertices(long origin) {
    for (String name : List.of("hash-2d", "adadne")) {
      final PartitionedGraph one =
          PartitionedGraph.load(graph, PartitionedGraph.settings(PARTITIONS, name));
      final PartitionedGraph far = load(name, 3, origin);
      assertThat(far.summary().vertices()).isEqualTo(origin + VERTICES);
      assertThat(edges(far)).isEqualTo(edges(one));
      load(name, 2, origin).assertStoredAs(far);
    }
  }

  @Test
  void partitionersThatHoldSomethingOfEveryVertexSayHowManyTheyHold() {
    assertThatThrownBy(() -> load("hdrf", 2, 1L << 31))
        .rootCause()
        .hasMessage(
            "The graph has 2147483708 vertices; this partitioner holds up to 1073741816, use"
                + " adadne, hash-1d or hash-2d.");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, VERTICES})
  void moreVerticesThanAGraphHasAreRefused(int tooMany) {
    assertThatThrownBy(() -> load("hash-2d", 2, LocalVertices.MOST_VERTICES - VERTICES + tooMany))
        .rootCause()
        .hasMessage(
            "The graph has %d vertices; this version holds up to 1099511627776 in one graph."
                .formatted(LocalVertices.MOST_VERTICES + tooMany));
  }
}
