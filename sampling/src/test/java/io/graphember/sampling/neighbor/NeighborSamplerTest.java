// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.store.StoreLayout;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.batch.SampledNeighborhood;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.Significance;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class NeighborSamplerTest {
  private static final int ALL = UniformNeighbors.ALL;

  /** A graph, how it is cut, and what is sampled of it. */
  record Case(
      SampleGraph graph,
      int partitions,
      String partitioner,
      int seeds,
      List<Integer> fanouts,
      long key) {
    PartitionedGraph load() {
      return PartitionedGraph.load(graph, partitions, partitioner);
    }

    long[] seedVids(PartitionedGraph loaded) {
      long[] vertices = new long[graph.vertices()];
      Arrays.setAll(vertices, v -> v);
      CounterRandom.shuffle(vertices, key);
      return Arrays.stream(vertices)
          .limit(seeds)
          .map(v -> loaded.vid(graph.keyOf((int) v)))
          .toArray();
    }

    int[] fanoutArray() {
      return fanouts.stream().mapToInt(Integer::intValue).toArray();
    }

    SampledNeighborhood sample(PartitionedGraph loaded, MemoryCluster cluster) {
      return new NeighborSampler(cluster, new Replies(Cancellation.NEVER, 10_000))
          .withDegrees()
          .sample(seedVids(loaded), fanoutArray(), key);
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    Arbitrary<SampleGraph> graphs =
        Combinators.combine(
                Arbitraries.integers().between(1, 30),
                Arbitraries.integers().between(0, 300),
                Arbitraries.longs().between(0, 1_000_000))
            .as(SampleGraph::random);
    return Combinators.combine(
            graphs,
            Arbitraries.integers().between(1, 9),
            Arbitraries.of("hash-1d", "hash-2d"),
            Arbitraries.integers().between(0, 10),
            Arbitraries.of(ALL, 0, 1, 2, 5, 49, 70).list().ofMinSize(1).ofMaxSize(3),
            Arbitraries.longs())
        .as(Case::new);
  }

  /** A sample is of the graph, not of how its lists are stored. */
  @Property(tries = 200, seed = "50")
  void bothLayoutsGiveTheSameSample(@ForAll("cases") Case test) {
    List<SampledNeighborhood> samples = new ArrayList<>();
    for (StoreLayout layout : StoreLayout.values()) {
      PartitionedGraph loaded =
          PartitionedGraph.load(
              test.graph.source(100),
              PartitionedGraph.settings(test.partitions, test.partitioner, layout));
      samples.add(test.sample(loaded, new MemoryCluster(loaded, 2, Courier.direct())));
    }
    SampledNeighborhood compact = samples.get(0);
    SampledNeighborhood compressed = samples.get(1);
    assertThat(compressed.vids()).isEqualTo(compact.vids());
    for (int h = 0; h < compact.hops().size(); h++) {
      assertThat(compressed.hops().get(h).offsets()).isEqualTo(compact.hops().get(h).offsets());
      assertThat(compressed.hops().get(h).neighbors()).isEqualTo(compact.hops().get(h).neighbors());
    }
  }

  @Property(tries = 300, seed = "51")
  void onlyTrueNeighborsAndAsManyAsAskedFor(@ForAll("cases") Case test) {
    PartitionedGraph loaded = test.load();
    SampledNeighborhood got = test.sample(loaded, new MemoryCluster(loaded, 2, Courier.direct()));
    Map<String, Map<String, Integer>> multiplicities = new HashMap<>(); // destination -> source
    test.graph
        .edgeCounts()
        .forEach(
            (edge, count) ->
                multiplicities
                    .computeIfAbsent(edge.split(">")[1], none -> new HashMap<>())
                    .put(edge.split(">")[0], count));
    for (int h = 0; h < got.hops().size(); h++) {
      SampledHop hop = got.hops().get(h);
      int fanout = test.fanouts.get(h);
      for (int v = 0; v < hop.destinations(); v++) {
        Map<String, Integer> truth =
            multiplicities.getOrDefault(loaded.key(got.vids()[v]), Map.of());
        Map<String, Integer> sampled = new HashMap<>();
        for (int e = hop.offsets()[v]; e < hop.offsets()[v + 1]; e++) {
          sampled.merge(loaded.key(got.vids()[hop.neighbors()[e]]), 1, Integer::sum);
        }
        int degree = truth.values().stream().mapToInt(Integer::intValue).sum();
        int expected = fanout == ALL ? degree : Math.min(fanout, degree);
        assertThat(hop.offsets()[v + 1] - hop.offsets()[v]).isEqualTo(expected);
        // No edge twice: no neighbour more often than there are parallel edges.
        sampled.forEach((source, n) -> assertThat(n).isBetween(1, truth.getOrDefault(source, 0)));
        if (expected == degree) {
          assertThat(sampled).isEqualTo(truth);
        }
        if (test.fanouts.stream().anyMatch(f -> f != 0)) {
          assertThat(got.degrees()[v]).isEqualTo(degree);
        }
      }
    }
  }

  @Property(tries = 300, seed = "52")
  void blocksAreThoseOfDgl(@ForAll("cases") Case test) {
    PartitionedGraph loaded = test.load();
    SampledNeighborhood got = test.sample(loaded, new MemoryCluster(loaded, 2, Courier.direct()));
    long[] seeds = test.seedVids(loaded);
    assertThat(got.hops()).hasSameSizeAs(test.fanouts);
    assertThat(Arrays.copyOf(got.vids(), seeds.length)).isEqualTo(seeds);
    assertThat(got.vids()).doesNotHaveDuplicates();
    assertThat(got.degrees()).hasSameSizeAs(got.vids());
    int destinations = seeds.length;
    long edges = 0;
    for (SampledHop hop : got.hops()) {
      assertThat(hop.destinations()).isEqualTo(destinations);
      assertThat(hop.sources()).isGreaterThanOrEqualTo(destinations);
      assertThat(hop.offsets()).hasSize(destinations + 1).isSorted().startsWith(0);
      assertThat(hop.neighbors()).hasSize(hop.offsets()[destinations]);
      boolean[] reached = new boolean[hop.sources()];
      Arrays.fill(reached, 0, destinations, true);
      for (int neighbor : hop.neighbors()) {
        reached[neighbor] = true;
      }
      for (boolean one : reached) {
        assertThat(one).isTrue();
      }
      destinations = hop.sources();
      edges += hop.neighbors().length;
    }
    assertThat(got.vids()).hasSize(destinations);
    assertThat(got.edges()).isEqualTo(edges);
  }

  @Property(tries = 200, seed = "53")
  void theResultDependsNeitherOnHostsNorOnTheOrderOfRepliesNorOnTheTrainersPlace(
      @ForAll("cases") Case test) {
    PartitionedGraph loaded = test.load();
    SampledNeighborhood expected =
        test.sample(loaded, new MemoryCluster(loaded, 1, Courier.direct()));
    for (int hosts : new int[] {1, 2, 3, 5}) {
      requireSame(
          test.sample(loaded, new MemoryCluster(loaded, hosts, Courier.direct())), expected);
      requireSame(
          test.sample(loaded, new MemoryCluster(loaded, hosts, Courier.shuffled(test.key))),
          expected);
      requireSame(
          test.sample(loaded, new MemoryCluster(loaded, hosts, Courier.direct(), 0)), expected);
    }
  }

  @Test
  void theResultDoesNotDependOnThreads() {
    ForkJoinPool pool = new ForkJoinPool(3);
    try {
      for (long key = 0; key < 40; key++) {
        SampleGraph graph = SampleGraph.random(200, 3000, key);
        Case test = new Case(graph, 8, "hash-2d", 50, List.of(5, 3), key);
        PartitionedGraph loaded = test.load();
        requireSame(
            test.sample(loaded, new MemoryCluster(loaded, 5, Courier.on(pool))),
            test.sample(loaded, new MemoryCluster(loaded, 1, Courier.direct())));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  /** A sampler keeps scratch: nothing of an earlier batch may be seen in a later one. */
  @Property(tries = 100, seed = "54")
  void aSamplerMayBeUsedAgain(@ForAll("cases") Case first, @ForAll("cases") Case second) {
    PartitionedGraph loaded = first.load();
    MemoryCluster cluster = new MemoryCluster(loaded, 3, Courier.direct());
    NeighborSampler sampler =
        new NeighborSampler(cluster, new Replies(Cancellation.NEVER, 10_000)).withDegrees();
    long[] all = new long[first.graph.vertices()];
    Arrays.setAll(all, v -> loaded.vid(first.graph.keyOf(v)));
    sampler.sample(all, second.fanoutArray(), second.key);
    requireSame(
        sampler.sample(first.seedVids(loaded), first.fanoutArray(), first.key),
        first.sample(loaded, cluster));
  }

  @Property(tries = 40, seed = "57")
  void degreesOfTheLastHopAreLeftOut(@ForAll("cases") Case test) {
    PartitionedGraph loaded = test.load();
    for (int self = -1; self < 2; self++) {
      MemoryCluster cluster = new MemoryCluster(loaded, 2, Courier.direct(), self);
      SampledNeighborhood expected = test.sample(loaded, cluster);
      SampledNeighborhood got =
          new NeighborSampler(cluster, new Replies(Cancellation.NEVER, 10_000))
              .sample(test.seedVids(loaded), test.fanoutArray(), test.key);
      int[] degrees = expected.degrees().clone();
      Arrays.fill(degrees, expected.lastHop().destinations(), degrees.length, 0);
      requireSame(got, new SampledNeighborhood(expected.hops(), expected.vids(), degrees));
    }
  }

  private static void requireSame(SampledNeighborhood got, SampledNeighborhood expected) {
    assertThat(got.vids()).isEqualTo(expected.vids());
    assertThat(got.degrees()).isEqualTo(expected.degrees());
    assertThat(got.hops()).hasSameSizeAs(expected.hops());
    for (int h = 0; h < got.hops().size(); h++) {
      assertThat(got.hops().get(h).offsets()).isEqualTo(expected.hops().get(h).offsets());
      assertThat(got.hops().get(h).neighbors()).isEqualTo(expected.hops().get(h).neighbors());
    }
  }

  @Test
  void aHopIsOneRequestToEachHost() {
    SampleGraph graph = SampleGraph.random(300, 6000, 4);
    PartitionedGraph loaded = PartitionedGraph.load(graph, 8, "hash-2d");
    MemoryCluster cluster = new MemoryCluster(loaded, 3, Courier.direct());
    new Case(graph, 8, "hash-2d", 40, List.of(5, 5, 5), 1).sample(loaded, cluster);
    List<String> kinds = new ArrayList<>();
    cluster.requests().forEach(request -> kinds.add(request.kind() + request.host()));
    assertThat(kinds)
        .containsExactly(
            "locate0", "locate1", "locate2", "gather0", "gather1", "gather2", "gather0", "gather1",
            "gather2", "gather0", "gather1", "gather2");
    cluster
        .requests()
        .forEach(
            request ->
                assertThat(request.partitions()).isSorted().doesNotHaveDuplicates().isNotEmpty());
    assertThat(cluster.requests("locate").stream().mapToInt(MemoryCluster.Request::items).sum())
        .isEqualTo(40);
  }

  @Test
  void withoutFanoutNobodyIsAsked() {
    SampleGraph graph = SampleGraph.random(30, 100, 4);
    PartitionedGraph loaded = PartitionedGraph.load(graph, 4, "hash-2d");
    MemoryCluster cluster = new MemoryCluster(loaded, 3, Courier.never());
    SampledNeighborhood got =
        new Case(graph, 4, "hash-2d", 7, List.of(0, 0), 1).sample(loaded, cluster);
    assertThat(cluster.requests()).isEmpty();
    assertThat(got.vids()).hasSize(7);
    assertThat(got.hops().get(1).sources()).isEqualTo(7);
    assertThat(got.degrees()).containsOnly(0);
  }

  @Test
  void misuseIsRefused() {
    PartitionedGraph loaded = PartitionedGraph.load(SampleGraph.of("0>1"), 1, "hash-2d");
    NeighborSampler sampler =
        new NeighborSampler(
            new MemoryCluster(loaded, 1, Courier.direct()),
            new Replies(Cancellation.NEVER, 10_000));
    assertThatThrownBy(() -> sampler.sample(new long[] {1, 1}, new int[] {1}, 0))
        .hasMessage("A batch names a seed once, not 1 twice.");
    assertThatThrownBy(() -> sampler.sample(new long[] {1}, new int[] {-2}, 0))
        .hasMessage("A fanout is 'all', or 0 or more, not -2.");
  }

  private static NeighborSampler sampler(
      PartitionedGraph graph, Direction direction, boolean replacement) {
    return new NeighborSampler(
        new MemoryCluster(graph, 2, Courier.direct(), 1),
        new Replies(Cancellation.NEVER, 10_000),
        direction,
        replacement);
  }

  @Property(tries = 60, seed = "55")
  void allNeighborsInEveryDirection(@ForAll("cases") Case test) {
    PartitionedGraph loaded = test.load();
    for (Direction direction : Direction.values()) {
      SampledNeighborhood got =
          sampler(loaded, direction, false).sample(test.seedVids(loaded), new int[] {ALL}, 1);
      SampledHop hop = got.hops().get(0);
      for (int v = 0; v < hop.destinations(); v++) {
        String vertex = loaded.key(got.vids()[v]);
        List<String> expected = new ArrayList<>();
        test.graph
            .edgeCounts()
            .forEach(
                (edge, count) -> {
                  String[] ends = edge.split(">");
                  for (int i = 0; i < count; i++) {
                    if (direction != Direction.OUT && ends[1].equals(vertex)) {
                      expected.add(ends[0]);
                    }
                    if (direction != Direction.IN && ends[0].equals(vertex)) {
                      expected.add(ends[1]);
                    }
                  }
                });
        List<String> seen = new ArrayList<>();
        for (int e = hop.offsets()[v]; e < hop.offsets()[v + 1]; e++) {
          seen.add(loaded.key(got.vids()[hop.neighbors()[e]]));
        }
        assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(got.degrees()[v]).isEqualTo(expected.size());
      }
    }
  }

  /** Each of the k edges is any of the D, whatever the others are; significance 0.0001. */
  @Test
  void withReplacementPairsAreIndependent() {
    SampleGraph graph = SampleGraph.of("1>0 2>0 3>0 4>0 5>0");
    PartitionedGraph loaded = PartitionedGraph.load(graph, 3, "hash-1d");
    NeighborSampler sampler = sampler(loaded, Direction.IN, true);
    Map<String, Double> law = new HashMap<>();
    for (int i = 1; i <= 5; i++) {
      for (int j = i; j <= 5; j++) {
        law.put(graph.keyOf(i) + graph.keyOf(j), i == j ? 1 / 25.0 : 2 / 25.0);
      }
    }
    Map<String, Integer> seen = new HashMap<>();
    for (long draw = 0; draw < 10_000; draw++) {
      SampledNeighborhood got =
          sampler.sample(new long[] {loaded.vid(graph.keyOf(0))}, new int[] {2}, draw);
      int[] pair = got.hops().get(0).neighbors();
      assertThat(pair).hasSize(2);
      String first = loaded.key(got.vids()[pair[0]]);
      String second = loaded.key(got.vids()[pair[1]]);
      String name = law.containsKey(first + second) ? first + second : second + first;
      seen.merge(name, 1, Integer::sum);
    }
    assertThat(Significance.goodnessOfFit(law, seen)).isGreaterThan(0.0001);
  }

  /** Same key and vertex, other hop or batch: other neighbours, or layers would be dependent. */
  @Test
  void hopsAndKeysDrawIndependently() {
    int[] sources = new int[1000];
    Arrays.setAll(sources, i -> i % 1000);
    SampleGraph graph = SampleGraph.ofEdges(1001, sources, filled(1000, 1000), 3);
    PartitionedGraph loaded = PartitionedGraph.load(graph, 4, "hash-2d");
    Case once = new Case(graph, 4, "hash-2d", 1001, List.of(10, 10), 1);
    MemoryCluster cluster = new MemoryCluster(loaded, 1, Courier.direct());
    SampledNeighborhood got = once.sample(loaded, cluster);
    assertThat(got.hops().get(0).neighbors()).isNotEqualTo(got.hops().get(1).neighbors());
    SampledNeighborhood again = once.sample(loaded, cluster);
    assertThat(got.hops().get(0).neighbors()).isEqualTo(again.hops().get(0).neighbors());
  }

  private static int[] filled(int length, int value) {
    int[] values = new int[length];
    Arrays.fill(values, value);
    return values;
  }
}
