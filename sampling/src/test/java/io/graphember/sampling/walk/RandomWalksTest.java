// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.walk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.graph.id.Vid;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.partition.fixture.ValuedGraph.Edge;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.Significance;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Walks against the graph and against their law. Significance: {@value #FAMILY_ALPHA} for all
 * statistical tests of this class together, shared equally; all keys are fixed.
 */
class RandomWalksTest {
  private static final double FAMILY_ALPHA = 0.001;
  private static final double ALPHA = FAMILY_ALPHA / 12;

  private static RandomWalks walks(MemoryCluster cluster, WalkRule rule) {
    return new RandomWalks(cluster, new Replies(Cancellation.NEVER, 10_000), rule);
  }

  private static MemoryCluster here(PartitionedGraph graph) {
    return new MemoryCluster(graph, 1, Courier.direct(), 0);
  }

  private static List<WalkRule> rules() {
    return List.of(
        WalkRule.uniform(7),
        WalkRule.uniform(5).along(Direction.IN).restarting(0.3),
        WalkRule.uniform(6).along(Direction.BOTH).node2vec(0.5, 2),
        WalkRule.uniform(6).node2vec(3, 0.25),
        WalkRule.uniform(4).weighted(),
        WalkRule.uniform(5).along(Direction.BOTH).alongTypes(0, 1));
  }

  private static long[] starts(PartitionedGraph graph, int vertices) {
    long[] starts = new long[3 * vertices]; // several walks from each
    Arrays.setAll(starts, i -> graph.vid(String.valueOf(i % vertices)));
    return starts;
  }

  @Property(tries = 50, seed = "71")
  void everyStepFollowsAnEdge(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 6) int partitions) {
    ValuedGraph graph = ValuedGraph.random(12, 40, 1, key);
    PartitionedGraph loaded =
        PartitionedGraph.load(graph, PartitionedGraph.settings(partitions, "hash-2d"));
    for (WalkRule rule : rules()) {
      long[] starts = starts(loaded, 12);
      long[] got = walks(here(loaded), rule).walk(starts, key);
      for (int w = 0; w < starts.length; w++) {
        int at = w * (rule.length() + 1);
        assertThat(got[at]).isEqualTo(starts[w]);
        for (int step = 0; step < rule.length(); step++, at++) {
          requireStep(graph, loaded, rule, step, got[at], got[at + 1], starts[w]);
        }
      }
    }
  }

  private static void requireStep(
      ValuedGraph graph,
      PartitionedGraph loaded,
      WalkRule rule,
      int step,
      long from,
      long to,
      long start) {
    if (from == RandomWalks.END) {
      assertThat(to).isEqualTo(RandomWalks.END);
      return;
    }
    int vertex = Integer.parseInt(loaded.key(from));
    List<Integer> reachable = new ArrayList<>();
    for (Edge edge : graph.edges()) {
      boolean type = rule.edgeTypes().length == 0 || rule.edgeTypes()[step % 2] == edge.type();
      boolean weight = !rule.byWeight() || !Float.valueOf(0).equals(edge.values().weight());
      if (type && weight && rule.direction() != Direction.IN && edge.source() == vertex) {
        reachable.add(edge.destination());
      }
      if (type && weight && rule.direction() != Direction.OUT && edge.destination() == vertex) {
        reachable.add(edge.source());
      }
    }
    if (to == RandomWalks.END) {
      assertThat(reachable).isEmpty();
    } else if (rule.restart() == 0 || to != start) {
      assertThat(reachable).contains(Integer.parseInt(loaded.key(to)));
    }
  }

  /** Partitions of this process are walked over where they lie, others by requests. */
  @Property(tries = 40, seed = "72")
  void walksDependNeitherOnHostsNorOnTheTrainersPlace(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 6) int partitions) {
    PartitionedGraph loaded =
        PartitionedGraph.load(
            ValuedGraph.random(12, 60, 1, key), PartitionedGraph.settings(partitions, "hash-2d"));
    for (WalkRule rule : rules()) {
      long[] expected = walks(here(loaded), rule).walk(starts(loaded, 12), key);
      for (MemoryCluster other :
          List.of(
              new MemoryCluster(loaded, 1, Courier.direct()),
              new MemoryCluster(loaded, 3, Courier.shuffled(key)),
              new MemoryCluster(loaded, 3, Courier.direct(), 2))) {
        assertThat(walks(other, rule).walk(starts(loaded, 12), key)).isEqualTo(expected);
      }
    }
  }

  /** A walk does not depend on those it steps with. */
  @Test
  void groupsDoNotMatter() {
    SampleGraph graph = SampleGraph.random(60, 600, 3);
    PartitionedGraph loaded = PartitionedGraph.load(graph, 4, "hash-2d");
    long[] starts = new long[5000];
    Arrays.setAll(starts, i -> loaded.vid(graph.keyOf(i % 60)));
    WalkRule rule = WalkRule.uniform(10).node2vec(0.5, 2);
    long[] all = walks(here(loaded), rule).walk(starts, 8);
    long[] few = walks(here(loaded), rule).walk(Arrays.copyOf(starts, 100), 8);
    assertThat(Arrays.copyOf(all, few.length)).isEqualTo(few);
  }

  /**
   * A triangle 0, 1, 2 with a tail 2 - 3 and a leaf 0 - 4, both ways: the third vertex of walks
   * from 0 that step to 2 first.
   */
  @ParameterizedTest(name = "p = {1}, q = {2}, {0} partitions")
  @CsvSource({"1, 0.5, 2", "4, 0.5, 2", "4, 4, 0.25", "4, 1, 1", "3, 0.25, 0.5"})
  void stepsOfNode2vecHaveTheirBias(int partitions, double p, double q) {
    SampleGraph graph = SampleGraph.of("0>1 1>0 1>2 2>1 0>2 2>0 2>3 3>2 0>4 4>0 2>5 5>2 5>0 0>5");
    PartitionedGraph loaded = PartitionedGraph.load(graph, partitions, "hash-1d");
    long[] starts = new long[40_000];
    Arrays.fill(starts, loaded.vid(graph.keyOf(0)));
    long[] got = walks(here(loaded), WalkRule.uniform(2).node2vec(p, q)).walk(starts, 5);
    Map<String, Integer> seen = new TreeMap<>();
    for (int w = 0; w < starts.length; w++) {
      if (got[3 * w + 1] == loaded.vid(graph.keyOf(2))) {
        seen.merge(loaded.key(got[3 * w + 2]), 1, Integer::sum);
      }
    }
    double total = 1 / p + 1 + 1 / q + 1;
    Map<String, Double> law =
        new TreeMap<>(
            Map.of(
                graph.keyOf(0), 1 / p / total,
                graph.keyOf(1), 1 / total,
                graph.keyOf(3), 1 / q / total,
                graph.keyOf(5), 1 / total));
    assertThat(Significance.goodnessOfFit(law, seen)).isGreaterThan(ALPHA);
  }

  @ParameterizedTest
  @CsvSource({"1, false", "5, false", "1, true", "5, true"})
  void stepsHaveTheProbabilitiesOfTheirEdges(int partitions, boolean weighted) {
    List<Edge> edges = new ArrayList<>();
    Map<String, Double> law = new TreeMap<>();
    for (int i = 1; i <= 8; i++) {
      edges.add(new Edge(0, 0, i, new ValuedGraph.Values((float) i, null, new float[0])));
      law.put(String.valueOf(i), weighted ? i / 36.0 : 1 / 8.0);
    }
    ValuedGraph graph = new ValuedGraph(9, ValuedGraph.random(1, 0, 1, 0).attributes(), edges);
    PartitionedGraph loaded =
        PartitionedGraph.load(graph, PartitionedGraph.settings(partitions, "hash-1d"));
    long[] starts = new long[30_000];
    Arrays.fill(starts, loaded.vid("0"));
    WalkRule rule = WalkRule.uniform(1);
    long[] got = walks(here(loaded), weighted ? rule.weighted() : rule).walk(starts, 6);
    Map<String, Integer> seen = new TreeMap<>();
    for (int w = 0; w < starts.length; w++) {
      seen.merge(loaded.key(got[2 * w + 1]), 1, Integer::sum);
    }
    assertThat(Significance.goodnessOfFit(law, seen)).isGreaterThan(ALPHA);
  }

  @Test
  void restartsComeAsOftenAsAskedFor() {
    SampleGraph graph = SampleGraph.of("0>1 1>2 2>3 3>4 4>5 5>6 6>7");
    PartitionedGraph loaded = PartitionedGraph.load(graph, 3, "hash-1d");
    long[] starts = new long[20_000];
    Arrays.fill(starts, loaded.vid(graph.keyOf(0)));
    long[] got = walks(here(loaded), WalkRule.uniform(1).restarting(0.15)).walk(starts, 7);
    long back = 0;
    for (int w = 0; w < starts.length; w++) {
      back += got[2 * w + 1] == starts[w] ? 1 : 0;
    }
    assertThat(back / 20_000.0).isEqualTo(0.15, within(4 * Math.sqrt(0.15 * 0.85 / 20_000)));
  }

  @ParameterizedTest
  @CsvSource({"0", "-1"})
  void startsThatNobodyHasAreRefused(int trainer) {
    PartitionedGraph loaded = PartitionedGraph.load(SampleGraph.of("0>1 1>0"), 2, "hash-1d");
    MemoryCluster cluster = new MemoryCluster(loaded, 1, Courier.direct(), trainer);
    for (long vid : new long[] {-1, Vid.of(2, 0)}) {
      assertThatThrownBy(() -> walks(cluster, WalkRule.uniform(1)).walk(new long[] {vid}, 1))
          .isInstanceOf(GraphemberException.class)
          .hasMessage("No vertex of this version of the graph has the id %d.".formatted(vid));
    }
  }

  @Test
  void rulesOutOfRangeAreRefused() {
    Map<String, Runnable> wrong =
        Map.of(
            "A walk has at least 1 step, not 0.",
            () -> WalkRule.uniform(0),
            "The probability of a restart is 0 or more and less than 1, not NaN.",
            () -> WalkRule.uniform(1).restarting(Double.NaN),
            "p and q of node2vec are from 0.01 to 100.0, not 0.0 and 1.0.",
            () -> WalkRule.uniform(1).node2vec(0, 1),
            "A walk of node2vec follows edges of any type, all alike.",
            () -> WalkRule.uniform(1).weighted().node2vec(2, 2),
            "An edge type is numbered from 0, not -1.",
            () -> WalkRule.uniform(1).alongTypes(-1));
    wrong.forEach(
        (message, action) ->
            assertThatThrownBy(action::run)
                .isInstanceOf(GraphemberException.class)
                .hasMessage(message));
  }
}
