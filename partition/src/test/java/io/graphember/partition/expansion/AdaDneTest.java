// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.config.ConfigError;
import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.StoreLayout;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.exchange.GraphShard;
import io.graphember.partition.fixture.CutEdges;
import io.graphember.partition.fixture.RealGraphs;
import io.graphember.partition.fixture.RmatGraph;
import io.graphember.partition.fixture.ThreadExchange;
import io.graphember.partition.load.PartitionTrial;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdaDneTest {
  private static final int[] SOURCES = {0, 1, 2};
  private static final int[] DESTINATIONS = {1, 2, 3};

  private static CutEdges cut(int partitions, Map<String, String> options) {
    return CutEdges.of(new AdaDne(), 4, SOURCES, DESTINATIONS, partitions, options, Workers.CALLER);
  }

  /** Equations (5) to (7) by hand: two partitions, 3 and 1 vertices, 6 and 2 edges. */
  @Test
  void theFactorFollowsThePaper() {
    AdaptiveFactor control = new AdaptiveFactor(2, 0.1, 1, 0.5, 1e-9, 1);
    control.beforeRound(new long[2], new long[2]);
    assertThat(control.factor(0)).isEqualTo(0.1);
    control.beforeRound(new long[] {3, 1}, new long[] {6, 2});
    assertThat(control.factor(0)).isCloseTo(0.1 * Math.exp(-0.5 - 0.25), within(1e-15));
    assertThat(control.factor(1)).isCloseTo(0.1 * Math.exp(0.5 + 0.25), within(1e-15));
    AdaptiveFactor bounded = new AdaptiveFactor(2, 0.1, 1, 0.5, 0.09, 0.1);
    bounded.beforeRound(new long[] {3, 1}, new long[] {6, 2});
    assertThat(bounded.factor(0)).isEqualTo(0.09);
    assertThat(bounded.factor(1)).isEqualTo(0.1);
  }

  /** 100 edges: a third each, then a half of what is left, then the rest. */
  @Test
  void partitionsAreFilledInTurn() {
    FillingInTurn control = new FillingInTurn(3, 100, 0.1);
    control.beforeRound(new long[3], new long[3]);
    assertThat(control.room(0)).isEqualTo(1 + 33 / 8);
    assertThat(control.room(1)).isZero();
    assertThat(control.factor(0)).isEqualTo(0.1);
    control.beforeRound(new long[3], new long[] {40, 0, 0});
    assertThat(control.room(0)).isZero();
    assertThat(control.room(1)).isEqualTo(1 + 30 / 8);
    control.beforeRound(new long[3], new long[] {41, 29, 0}); // one more edge has met in the first
    assertThat(control.room(1)).isZero();
    assertThat(control.room(2)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void wrongOptionsAreRefused() {
    assertThatThrownBy(() -> cut(2, Map.of("tau", "2", "alpha", "much")))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(ConfigError.SETTINGS_INVALID)).isTrue())
        .hasMessageStartingWith("2 settings are wrong:")
        .hasMessageContaining("graph.partitionerOptions.alpha = much: must be a number")
        .hasMessageContaining("graph.partitionerOptions.tau = 2: is unknown");
    assertThatThrownBy(() -> cut(2, Map.of("variant", "papr")))
        .hasMessageContaining("must be one of in-turn, at-once, paper; did you mean paper?");
  }

  @Test
  void tooManyPartitionsAreRefused() {
    assertThatThrownBy(() -> cut(4097, Map.of()))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(GraphError.PARTITIONER_OPTION)).isTrue())
        .hasMessage(
            "graph.partitions = 4097: adadne makes up to 4096 partitions; for more use hdrf or hash-2d.");
  }

  @Test
  void fewerEdgesThanPartitionsAreCut() {
    CutEdges cut = cut(8, Map.of());
    assertThat(cut.edges()).containsOnly(0, 1);
  }

  @Test
  void aClosedThresholdStopsAPartition() {
    EdgeThreshold control = new EdgeThreshold(4, 100, 0.1, 1.1);
    control.beforeRound(new long[4], new long[] {28, 27, 0, 40});
    assertThat(control.room(0)).isZero();
    assertThat(control.room(1)).isEqualTo(1);
    assertThat(control.room(3)).isNegative();
  }

  @Test
  void binsOfOpenEdgesAreExactBelow64AndASixteenthWideAbove() {
    int before = 0;
    for (int open = 1; open < 1 << 20; open++) {
      final int bin = Boundary.bin(open);
      assertThat(bin).isBetween(before, before + 1);
      assertThat(Boundary.least(bin)).isLessThanOrEqualTo(open);
      assertThat(open - Boundary.least(bin)).isLessThanOrEqualTo(open < 64 ? 0 : open / 16);
      before = bin;
    }
    assertThat(Boundary.bin(Integer.MAX_VALUE)).isEqualTo(463);
  }

  /** Slices of one vertex, of some, and one of all. */
  @ParameterizedTest
  @CsvSource({"2,1", "10,1", "1000,7", "1000,1000"})
  void slicesOfSeedsMeetEveryVertexOnce(int vertices, int expected) {
    int[] path = IntStream.range(0, vertices - 1).toArray();
    int[] next = IntStream.range(1, vertices).toArray();
    GraphShard shard = GraphShard.whole(CutEdges.stream(vertices + 5, path, next));
    SeedOrder order = new SeedOrder(SimpleGraph.of(shard, Cancellation.NEVER), 3);
    boolean[] met = new boolean[vertices + 5];
    int slices = 0;
    for (; !order.atEnd(); slices++) {
      order.slice(expected);
      for (long entry = order.next(); entry >= 0; entry = order.next()) {
        assertThat(met[SeedOrder.vertex(entry)]).isFalse();
        met[SeedOrder.vertex(entry)] = true;
      }
      order.take(SeedOrder.END);
    }
    assertThat(slices).isBetween(vertices / expected, vertices / expected + 1);
    assertThat(Arrays.copyOf(met, vertices)).doesNotContain(false);
    assertThat(Arrays.copyOfRange(met, vertices, met.length)).containsOnly(false);
  }

  @Test
  void aSliceEndsWhereItIsTaken() {
    GraphShard shard = GraphShard.whole(CutEdges.stream(4, SOURCES, DESTINATIONS));
    SeedOrder order = new SeedOrder(SimpleGraph.of(shard, Cancellation.NEVER), 3);
    order.slice(4);
    long first = order.next();
    long second = order.next();
    assertThat(SeedOrder.hash(second)).isGreaterThan(SeedOrder.hash(first));
    order.take(SeedOrder.hash(first) + 1);
    order.slice(4);
    assertThat(order.next()).isEqualTo(second);
  }

  private static PartitionTrial.Summary epinions(int partitions, Map<String, String> options) {
    GraphSettings settings =
        new GraphSettings(
            "epinions",
            partitions,
            "adadne",
            options,
            0,
            false,
            true,
            true,
            StoreLayout.COMPACT,
            UnknownVertices.CREATE,
            false,
            null);
    try (GraphSource source = RealGraphs.epinions();
        GraphStaging staging =
            new GraphStaging(settings, source.header(), new MemoryBudget(1L << 30))) {
      source.stream(staging, Cancellation.NEVER);
      return PartitionTrial.run(
              staging,
              settings,
              new AdaDne(),
              Workers.CALLER,
              (phase, done, total) -> {},
              Cancellation.NEVER)
          .summary();
    }
  }

  @ParameterizedTest
  @CsvSource({"4,1.17", "8,1.29", "16,1.44"})
  void aRealPowerLawGraphIsCutWell(int partitions, double mostReplicas) {
    PartitionTrial.Summary summary = epinions(partitions, Map.of());
    assertThat(summary.edges()).isEqualTo(405_740);
    assertThat(summary.quality().replicationFactor()).isLessThanOrEqualTo(mostReplicas);
    assertThat(summary.quality().vertexBalance()).isLessThanOrEqualTo(1.05);
    assertThat(summary.quality().edgeBalance()).isLessThanOrEqualTo(1.05);
    long share = summary.vertices() / partitions;
    for (PartitionTrial.Partition partition : summary.partitions()) {
      assertThat((double) partition.masters()).isCloseTo(share, within(0.1 * share));
    }
  }

  private static CutEdges cut(RmatGraph graph, int partitions) {
    return CutEdges.of(
        new AdaDne(),
        graph.vertices(),
        graph.sources(),
        graph.destinations(),
        partitions,
        Map.of(),
        Workers.CALLER);
  }

  private static CutEdges cutInShares(RmatGraph graph, int partitions, ThreadExchange exchange) {
    return CutEdges.ofShards(
        new AdaDne(),
        graph.vertices(),
        graph.sources(),
        graph.destinations(),
        partitions,
        Map.of(),
        Workers.CALLER,
        exchange);
  }

  /** R-MAT (0.57, 0.19, 0.19, 0.05) with 1M edges, on one node and in three shares. */
  @Test
  void anRmatGraphIsCutWell() {
    RmatGraph graph = RmatGraph.simple(17, 1_000_000);
    CutEdges cut = cut(graph, 8);
    assertThat(cut.replicationFactor()).isLessThanOrEqualTo(1.60);
    assertThat(balance(cut.vertices())).isLessThanOrEqualTo(1.05);
    assertThat(balance(cut.edges())).isLessThanOrEqualTo(1.05);
    ThreadExchange exchange = new ThreadExchange(3);
    CutEdges shared = cutInShares(graph, 8, exchange);
    assertThat(shared.assigned()).isEqualTo(cut.assigned());
    assertThat((double) exchange.bytes() / graph.sources().length).isBetween(1.0, 10.0);
  }

  /** Two groups of 64 partitions, and three of 43 or 44, on one node and in three shares. */
  @ParameterizedTest
  @CsvSource({"128,4.3,1.05", "130,4.3,1.08"})
  void hundredsOfPartitionsAreCutInGroups(int partitions, double mostReplicas, double balance) {
    RmatGraph graph = RmatGraph.simple(15, 300_000);
    CutEdges cut = cut(graph, partitions);
    assertThat(cut.replicationFactor()).isLessThanOrEqualTo(mostReplicas);
    assertThat(balance(cut.vertices())).isLessThanOrEqualTo(balance);
    assertThat(balance(cut.edges())).isLessThanOrEqualTo(balance);
    CutEdges shared = cutInShares(graph, partitions, new ThreadExchange(3));
    assertThat(shared.assigned()).isEqualTo(cut.assigned());
  }

  private static double balance(long[] counts) {
    return (double) Arrays.stream(counts).max().orElseThrow()
        / Arrays.stream(counts).min().orElseThrow();
  }

  /** The paper's equations alone leave partitions of very different sizes. */
  @Test
  void refinementIsWhatBalances() {
    PartitionTrial.Summary paper = epinions(8, Map.of("variant", "paper"));
    assertThat(paper.quality().replicationFactor()).isLessThan(1.6);
    assertThat(paper.quality().edgeBalance()).isGreaterThan(2);
    PartitionTrial.Summary inTurn = epinions(8, Map.of("refinementPasses", "0"));
    assertThat(inTurn.quality().replicationFactor()).isLessThan(1.35);
    assertThat(inTurn.quality().vertexBalance()).isGreaterThan(2);
    Map<String, String> atOnce = Map.of("variant", "at-once", "refinementPasses", "0");
    PartitionTrial.Summary even = epinions(8, atOnce);
    assertThat(even.quality().replicationFactor()).isLessThan(1.4);
    assertThat(even.quality().edgeBalance()).isLessThan(1.2);
  }
}
