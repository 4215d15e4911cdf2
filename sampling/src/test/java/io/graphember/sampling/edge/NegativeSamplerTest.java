// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.id.Vid;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.sampling.edge.NegativeRule.Choice;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.Significance;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Negatives against the graph and their law; significance 0.0001 for each of 6 tests. */
class NegativeSamplerTest {
  private static final double ALPHA = 0.0001;

  private static NegativeSampler sampler(MemoryCluster cluster, NegativeRule rule) {
    return sampler(cluster, rule, Direction.OUT);
  }

  private static NegativeSampler sampler(
      MemoryCluster cluster, NegativeRule rule, Direction direction) {
    return new NegativeSampler(cluster, new Replies(Cancellation.NEVER, 10_000), rule, direction);
  }

  private static MemoryCluster here(PartitionedGraph graph) {
    return new MemoryCluster(graph, 1, Courier.direct(), 0);
  }

  @Property(tries = 60, seed = "81")
  void strictNegativesAreNeverEdges(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 5) int partitions) {
    SampleGraph graph = SampleGraph.random(14, 100, key);
    PartitionedGraph loaded = PartitionedGraph.load(graph, partitions, "hash-2d");
    Set<String> edges = new HashSet<>(graph.edgeCounts().keySet());
    long[] from = new long[28];
    long[] to = new long[28];
    Arrays.setAll(from, i -> loaded.vid(graph.keyOf(i % 14)));
    Arrays.setAll(to, i -> loaded.vid(graph.keyOf(5 * i % 14)));
    for (Choice choice : Choice.values()) {
      for (Direction direction : Direction.values()) {
        NegativeRule rule = NegativeRule.of(choice, 3);
        long[] negatives = sampler(here(loaded), rule, direction).sample(from, to, key);
        assertThat(negatives).hasSize(84);
        for (int i = 0; i < negatives.length; i++) {
          if (negatives[i] != NegativeSampler.NONE) {
            assertThat(negatives[i]).isNotEqualTo(from[i / 3]);
            assertThat(edges).doesNotContain(edge(loaded, from[i / 3], negatives[i], direction));
          }
        }
        for (MemoryCluster other :
            List.of(
                new MemoryCluster(loaded, 2, Courier.shuffled(key)),
                new MemoryCluster(loaded, 3, Courier.direct(), 1))) {
          assertThat(sampler(other, rule, direction).sample(from, to, key)).isEqualTo(negatives);
        }
      }
    }
  }

  private static String edge(PartitionedGraph graph, long kept, long other, Direction direction) {
    return direction == Direction.OUT
        ? graph.key(kept) + ">" + graph.key(other)
        : graph.key(other) + ">" + graph.key(kept);
  }

  @ParameterizedTest
  @CsvSource({"1, UNIFORM", "4, UNIFORM", "1, DEGREE", "4, DEGREE", "3, IN_BATCH"})
  void negativesHaveTheirProbabilities(int partitions, Choice choice) {
    SampleGraph graph = SampleGraph.random(20, 90, 6);
    PartitionedGraph loaded = PartitionedGraph.load(graph, partitions, "hash-1d");
    double[] weights = new double[20];
    Arrays.fill(weights, choice == Choice.DEGREE ? 0 : 1);
    graph
        .edgeCounts()
        .forEach(
            (edge, count) -> {
              for (int v = 0; choice == Choice.DEGREE && v < 20; v++) {
                for (String end : edge.split(">")) {
                  weights[v] += end.equals(graph.keyOf(v)) ? count : 0;
                }
              }
            });
    double total = 0;
    for (int v = 0; v < 20; v++) {
      weights[v] = Math.pow(weights[v], 0.75);
      total += choice == Choice.IN_BATCH && v == 7 ? 0 : weights[v];
    }
    Map<String, Double> law = new TreeMap<>();
    for (int v = 0; v < 20; v++) {
      if (choice != Choice.IN_BATCH || v != 7) {
        law.put(graph.keyOf(v), weights[v] / total);
      }
    }
    long[] ids = new long[20];
    Arrays.setAll(ids, v -> loaded.vid(graph.keyOf(v)));
    long[] negatives =
        sampler(here(loaded), new NegativeRule(2000, choice, -1, false)).sample(ids, ids, 3);
    Map<String, Integer> seen = new TreeMap<>();
    for (int i = 7 * 2000; i < 8 * 2000; i++) {
      seen.merge(loaded.key(negatives[i]), 1, Integer::sum);
    }
    assertThat(Significance.goodnessOfFit(law, seen)).isGreaterThan(ALPHA);
  }

  @Test
  void negativesAreOfTheTypeThatIsAskedFor() {
    TypedGraph graph = TypedGraph.random(3, 4, 40, 5);
    PartitionedGraph loaded = PartitionedGraph.load(graph, PartitionedGraph.settings(3, "hash-1d"));
    long[] seed = {loaded.vid(graph.key(0, 0))};
    for (int type = 0; type < 3; type++) {
      NegativeRule rule = new NegativeRule(50, Choice.UNIFORM, type, false);
      for (long negative : sampler(here(loaded), rule).sample(seed, seed, 1)) {
        assertThat(type(loaded, negative)).isEqualTo(type);
      }
    }
  }

  /** Of the vertex type of what it stands for, no edge of the positive's type, maybe of others. */
  @ParameterizedTest
  @EnumSource(Choice.class)
  void negativesOfTypedEdgesCouldBeEdgesOfTheirType(Choice choice) {
    TypedGraph graph = TypedGraph.random(2, 4, 40, 5);
    PartitionedGraph loaded = PartitionedGraph.load(graph, PartitionedGraph.settings(3, "hash-1d"));
    Set<String> edges = graph.edgeCounts().keySet();
    EdgeSampler.Drawn drawn =
        new EdgeSampler(here(loaded), new Replies(Cancellation.NEVER, 10_000)).drawAll(200, 3);
    long[] from = new long[200];
    long[] to = new long[200];
    Arrays.setAll(from, i -> drawn.ends()[2 * i]);
    Arrays.setAll(to, i -> drawn.ends()[2 * i + 1]);
    NegativeRule rule = NegativeRule.of(choice, 3);
    long[] negatives = sampler(here(loaded), rule).sample(from, to, drawn.types(), 4);
    int ofOtherTypes = 0;
    for (int i = 0; i < negatives.length; i++) {
      if (negatives[i] == NegativeSampler.NONE) {
        continue;
      }
      String pair = " " + loaded.key(from[i / 3]) + ">" + loaded.key(negatives[i]);
      assertThat(edges).doesNotContain("e" + drawn.types()[i / 3] + pair);
      assertThat(type(loaded, negatives[i])).isEqualTo(type(loaded, to[i / 3]));
      ofOtherTypes += edges.stream().anyMatch(edge -> edge.endsWith(pair)) ? 1 : 0;
    }
    assertThat(ofOtherTypes).isPositive();
    assertThat(
            sampler(new MemoryCluster(loaded, 2, Courier.shuffled(1)), rule)
                .sample(from, to, drawn.types(), 4))
        .isEqualTo(negatives);
  }

  private static int type(PartitionedGraph graph, long vid) {
    return graph.partition(Vid.partition(vid)).topology().types().vertexType(Vid.local(vid));
  }

  @Test
  void aSourceWithEdgesToAllHasNone() {
    SampleGraph graph = SampleGraph.of("0>1 0>2 1>2");
    PartitionedGraph loaded = PartitionedGraph.load(graph, 2, "hash-1d");
    long[] seed = {loaded.vid(graph.keyOf(0))};
    assertThat(sampler(here(loaded), NegativeRule.of(Choice.UNIFORM, 2)).sample(seed, seed, 1))
        .containsOnly(NegativeSampler.NONE);
  }

  @Test
  void rulesThatCannotBeFollowedAreRefused() {
    SampleGraph graph = SampleGraph.of("0>1");
    PartitionedGraph loaded = PartitionedGraph.load(graph, 1, "hash-1d");
    long[] seed = {loaded.vid(graph.keyOf(0))};
    Map<String, Runnable> wrong =
        Map.of(
            "A positive edge has at least 1 negative, not 0.",
            () -> NegativeRule.of(Choice.UNIFORM, 0),
            "Negatives of IN_BATCH cannot be of vertex type 1.",
            () -> new NegativeRule(1, Choice.IN_BATCH, 1, true),
            "The graph has 1 vertex types, numbered from 0; there is none with number 4.",
            () ->
                sampler(here(loaded), new NegativeRule(1, Choice.UNIFORM, 4, false))
                    .sample(seed, seed, 1),
            "Negatives of IN_BATCH need at least 2 positive edges in a batch, not 1.",
            () -> sampler(here(loaded), NegativeRule.of(Choice.IN_BATCH, 1)).sample(seed, seed, 1));
    wrong.forEach(
        (message, action) ->
            assertThatThrownBy(action::run)
                .isInstanceOf(GraphemberException.class)
                .hasMessage(message));
  }
}
