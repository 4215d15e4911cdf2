// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.store.StoreLayout;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.RealGraphs;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningProgress;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PartitionersTest {
  private final Partitioners all = new Partitioners(getClass().getClassLoader());

  private static void refused(Partitioner partitioner, Map<String, String> options, String why) {
    assertThatThrownBy(
            () ->
                partitioner.partition(
                    null,
                    new PartitioningRequest(
                        4,
                        0,
                        options,
                        Workers.CALLER,
                        PartitioningProgress.NONE,
                        Cancellation.NEVER),
                    null))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(GraphError.PARTITIONER_OPTION)).isTrue())
        .hasMessage("graph.partitionerOptions." + why);
  }

  @Test
  void partitionersAreFoundByName() {
    assertThat(all.get("hash-1d")).isInstanceOf(Hash1d.class);
    assertThat(all.get("hash-2d")).isInstanceOf(Hash2d.class);
    assertThatThrownBy(() -> all.get("metis"))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.PROVIDER_UNKNOWN)).isTrue())
        .hasMessage(
            "graph.partitioner = metis: no such partitioner, there are 2ps, adadne, auto, blocks, dne, fennel, file, hash-1d, hash-2d, hdrf, louvain, multilevel.");
  }

  @Test
  void unknownOptionsAreRefused() {
    refused(
        new Hash1d(),
        Map.of("by", "edge"),
        "by = edge: hash-1d knows one option, by: source | destination.");
    refused(
        new Hash1d(),
        Map.of("of", "source"),
        "of = source: hash-1d knows one option, by: source | destination.");
    refused(new Hash2d(), Map.of("by", "source"), "by = source: hash-2d has no options.");
  }

  @ParameterizedTest
  @CsvSource({
    "1,1",
    "2,1",
    "3,1",
    "4,2",
    "6,2",
    "7,1",
    "8,2",
    "9,3",
    "12,3",
    "16,4",
    "30,5",
    "32767,151"
  })
  void theGridIsAsSquareAsPAllows(int partitions, int rows) {
    assertThat(Hash2d.gridRows(partitions)).isEqualTo(rows);
    assertThat(partitions % rows).isZero();
  }

  @Test
  void anEdgeAndItsReverseMeetInOnePartitionOfTheGrid() {
    PartitionedGraph graph =
        PartitionedGraph.load(SampleGraph.of("0>1 1>0 7>3 3>7 2>9 9>2"), 12, "hash-2d");
    for (int p = 0; p < 12; p++) {
      assertThat(graph.summary().partitionEdges()[p] % 2).isZero();
    }
  }

  @Test
  void qualityIsWhatTheDefinitionSays() {
    PartitionQuality quality =
        PartitionQuality.of(10, new long[] {4, 6, 8}, new long[] {10, 5, 20});
    assertThat(quality.replicationFactor()).isEqualTo(1.8);
    assertThat(quality.vertexBalance()).isEqualTo(2.0);
    assertThat(quality.edgeBalance()).isEqualTo(4.0);
    PartitionQuality none = PartitionQuality.of(0, new long[2], new long[2]);
    assertThat(none).isEqualTo(new PartitionQuality(1, 1, 1));
    PartitionQuality lopsided = PartitionQuality.of(3, new long[] {3, 0}, new long[] {2, 0});
    assertThat(lopsided)
        .isEqualTo(new PartitionQuality(1, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));
  }

  /** Isolated vertices are in one partition only and say nothing of a cut: they are left out. */
  @Test
  void qualityOfALoadedGraphByHand() {
    PartitionedGraph graph = PartitionedGraph.load(SampleGraph.of("0>1 0>2 1>2 9"), 1, "hash-2d");
    assertThat(graph.summary().quality()).isEqualTo(new PartitionQuality(1, 1, 1));
    assertThat(graph.summary().partitionVertices()).containsExactly(10);
  }

  /**
   * Hashes spread: no partition of a large random graph is 10 % off its share (5 standard
   * deviations).
   */
  @Test
  void edgesOfALargeGraphAreSpreadEvenly() {
    int[] sources = new int[200_000];
    int[] destinations = new int[200_000];
    for (int e = 0; e < sources.length; e++) {
      sources[e] = e % 20_000;
      destinations[e] = (int) (e * 7919L % 20_000);
    }
    SampleGraph graph = SampleGraph.ofEdges(20_000, sources, destinations, 1);
    for (String partitioner : new String[] {"hash-1d", "hash-2d"}) {
      PartitionedGraph loaded = PartitionedGraph.load(graph, 8, partitioner);
      for (long edges : loaded.summary().partitionEdges()) {
        assertThat((double) edges).isCloseTo(25_000, within(2500.0));
      }
    }
  }

  @Test
  void aPowerLawGraphIsCutWithinTheBoundsOfTheGrid() {
    try (GraphSource epinions = RealGraphs.epinions()) {
      PartitionedGraph graph =
          PartitionedGraph.load(
              epinions,
              new GraphSettings(
                  "epinions",
                  8,
                  "hash-2d",
                  Map.of(),
                  0,
                  false,
                  false,
                  false,
                  StoreLayout.COMPACT,
                  GraphSettings.UnknownVertices.CREATE,
                  false,
                  null));
      assertThat(graph.summary().edges()).isEqualTo(508_837);
      assertThat(graph.summary().vertices()).isEqualTo(75_879);
      assertThat(graph.summary().quality().replicationFactor()).isBetween(1.5, 2.5);
    }
  }
}
