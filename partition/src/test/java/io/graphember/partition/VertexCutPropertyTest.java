// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.partition.fixture.CutEdges;
import io.graphember.partition.fixture.ThreadExchange;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for the answer of every partitioner, on graphs of any shape. */
class VertexCutPropertyTest {
  private static final Partitioners ALL =
      new Partitioners(VertexCutPropertyTest.class.getClassLoader());

  /** Partitioners that take a graph in its simple form and leave no partition empty. */
  private static final List<String> EXPANDING =
      List.of(
          "adadne",
          "adadne variant=at-once",
          "adadne variant=paper",
          "adadne refinementPasses=0",
          "adadne tail=1",
          "adadne variant=at-once hubDegree=1 leastFactor=0",
          "dne",
          "dne tau=1 refinementPasses=3");

  record Graph(int vertices, int[] sources, int[] destinations) {
    static Graph of(int vertices, List<int[]> edges) {
      return new Graph(
          vertices,
          edges.stream().mapToInt(e -> e[0]).toArray(),
          edges.stream().mapToInt(e -> e[1]).toArray());
    }

    int simpleEdges() {
      Set<Long> simple = new HashSet<>();
      for (int e = 0; e < sources.length; e++) {
        if (sources[e] != destinations[e]) {
          simple.add(pair(sources[e], destinations[e]));
        }
      }
      return simple.size();
    }
  }

  private static long pair(int u, int w) {
    return (long) Math.min(u, w) << 32 | Math.max(u, w);
  }

  @Provide
  Arbitrary<Graph> graphs() {
    Arbitrary<Integer> sizes = Arbitraries.integers().between(0, 400);
    return Arbitraries.oneOf(
        sizes.map(VertexCutPropertyTest::star),
        sizes.map(VertexCutPropertyTest::path),
        Arbitraries.integers().between(2, 40).map(VertexCutPropertyTest::clique),
        Combinators.combine(
                sizes.map(size -> size + 1),
                Arbitraries.integers().between(1, 900),
                Arbitraries.longs())
            .as(VertexCutPropertyTest::random));
  }

  private static Graph star(int leaves) {
    List<int[]> edges = new ArrayList<>();
    for (int i = 1; i <= leaves; i++) {
      edges.add(new int[] {0, i});
    }
    return Graph.of(leaves + 3, edges); // two isolated vertices
  }

  private static Graph path(int length) {
    List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      edges.add(new int[] {i + 1, i});
    }
    return Graph.of(length + 1, edges);
  }

  private static Graph clique(int size) {
    List<int[]> edges = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < i; j++) {
        edges.add(new int[] {i, j});
      }
    }
    return Graph.of(size, edges);
  }

  /** Skewed, with loops, parallel and reverse edges, and vertices without any. */
  private static Graph random(int vertices, int count, long key) {
    List<int[]> edges = new ArrayList<>();
    for (int e = 0; e < count; e++) {
      double skew = CounterRandom.unitDouble(CounterRandom.bits(key, 2L * e));
      int source = (int) (skew * skew * vertices);
      int destination = CounterRandom.bounded(CounterRandom.bits(key, 2L * e + 1), vertices);
      edges.add(new int[] {source, destination});
      if (e % 7 == 0) {
        edges.add(new int[] {destination, source});
      }
    }
    return Graph.of(vertices, edges);
  }

  @Provide
  Arbitrary<String> expanding() {
    return Arbitraries.of(EXPANDING);
  }

  @Provide
  Arbitrary<String> streaming() {
    return Arbitraries.of(
        "hdrf",
        "hdrf variant=balanced",
        "hdrf lambda=0",
        "2ps",
        "2ps variant=linear passes=3 imbalance=1",
        "fennel",
        "multilevel",
        "louvain",
        "louvain balance=edges imbalance=1",
        "multilevel balance=edges+vertices imbalance=1 cycles=0",
        "fennel passes=4 slack=1 gamma=3",
        "hash-1d",
        "hash-1d by=source",
        "hash-2d");
  }

  private static CutEdges cut(String partitioner, Graph graph, int partitions, Workers workers) {
    String[] words = partitioner.split(" ");
    Map<String, String> options = new HashMap<>();
    for (String option : Arrays.copyOfRange(words, 1, words.length)) {
      options.put(option.split("=")[0], option.split("=")[1]);
    }
    return CutEdges.of(
        ALL.get(words[0]),
        graph.vertices,
        graph.sources,
        graph.destinations,
        partitions,
        options,
        workers);
  }

  private static void requireInRange(CutEdges cut, int partitions) {
    for (int partition : cut.assigned()) {
      assertThat(partition).isBetween(0, partitions - 1);
    }
  }

  @Property(tries = 300)
  void everyEdgeHasOnePartitionAndItsCopiesHaveTheSame(
      @ForAll("graphs") Graph graph,
      @ForAll("expanding") String partitioner,
      @ForAll("partitionCounts") int partitions) {
    CutEdges cut = cut(partitioner, graph, partitions, Workers.CALLER);
    requireInRange(cut, partitions);
    Map<Long, Integer> first = new HashMap<>();
    for (int e = 0; e < graph.sources.length; e++) {
      if (graph.sources[e] != graph.destinations[e]) {
        long pair = pair(graph.sources[e], graph.destinations[e]);
        Integer before = first.putIfAbsent(pair, cut.assigned()[e]);
        assertThat(before == null || before == cut.assigned()[e]).isTrue();
      }
    }
  }

  @Property(tries = 300)
  void noPartitionIsEmptyIfThereAreEdgesForAll(
      @ForAll("graphs") Graph graph,
      @ForAll("expanding") String partitioner,
      @ForAll("partitionCounts") int partitions) {
    if (graph.simpleEdges() >= partitions) {
      CutEdges cut = cut(partitioner, graph, partitions, Workers.CALLER);
      assertThat(cut.edges()).doesNotContain(0);
    }
  }

  @Property(tries = 100)
  void aStreamLeavesNoPartitionEmptyIfThereAreEdgesForAll(
      @ForAll("graphs") Graph graph, @ForAll("partitionCounts") int partitions) {
    for (String partitioner :
        List.of("hdrf", "hdrf variant=balanced", "hdrf lambda=0", "2ps", "2ps variant=linear")) {
      CutEdges cut = cut(partitioner, graph, partitions, Workers.CALLER);
      if (graph.sources.length >= partitions) {
        assertThat(cut.edges()).doesNotContain(0);
      }
    }
  }

  /** A loop follows its vertex: it adds no replica. */
  @Property(tries = 100)
  void loopsCostNoReplica(
      @ForAll("graphs") Graph graph, @ForAll("partitionCounts") int partitions) {
    List<int[]> edges = new ArrayList<>();
    for (int e = 0; e < graph.sources.length; e++) {
      edges.add(new int[] {graph.sources[e], graph.destinations[e]});
    }
    Graph before = Graph.of(graph.vertices, edges);
    for (int v = 0; v < graph.vertices; v++) {
      edges.add(new int[] {v, v});
    }
    CutEdges without = cut("adadne", before, partitions, Workers.CALLER);
    CutEdges with = cut("adadne", Graph.of(graph.vertices, edges), partitions, Workers.CALLER);
    assertThat(with.replicas())
        .isEqualTo(without.replicas() + graph.vertices - without.connected());
  }

  @Property(tries = 60)
  void streamsPlaceEveryEdge(
      @ForAll("graphs") Graph graph,
      @ForAll("streaming") String partitioner,
      @ForAll("anyPartitionCounts") int partitions) {
    CutEdges cut = cut(partitioner, graph, partitions, Workers.CALLER);
    requireInRange(cut, partitions);
    assertThat(cut(partitioner, graph, partitions, Workers.CALLER).assigned())
        .isEqualTo(cut.assigned());
  }

  @Provide
  Arbitrary<Integer> partitionCounts() {
    return Arbitraries.of(1, 2, 3, 8, 17, 64);
  }

  @Provide
  Arbitrary<Integer> anyPartitionCounts() {
    return Arbitraries.of(1, 2, 3, 8, 63, 64, 65, 200);
  }

  /** Large enough that stages are shared by several threads. */
  @Property(tries = 7)
  void theAnswerDoesNotDependOnThreads(@ForAll("expanding") String partitioner) {
    Graph graph = random(20_000, 300_000, 5);
    CutEdges one = cut(partitioner, graph, 8, Workers.CALLER);
    ForkJoinPool pool = new ForkJoinPool(3);
    try {
      for (int threads : new int[] {2, 3, 2}) {
        assertThat(cut(partitioner, graph, 8, new Workers(pool, threads)).assigned())
            .isEqualTo(one.assigned());
      }
    } finally {
      pool.shutdown();
    }
  }

  private static CutEdges cutInShards(
      String partitioner, Graph graph, int partitions, Workers workers, ThreadExchange shards) {
    String[] words = partitioner.split(" ");
    Map<String, String> options = new HashMap<>();
    for (String option : Arrays.copyOfRange(words, 1, words.length)) {
      options.put(option.split("=")[0], option.split("=")[1]);
    }
    return CutEdges.ofShards(
        (ShardPartitioner) ALL.get(words[0]),
        graph.vertices,
        graph.sources,
        graph.destinations,
        partitions,
        options,
        workers,
        shards);
  }

  @Property(tries = 200)
  void theAnswerDoesNotDependOnShards(
      @ForAll("graphs") Graph graph,
      @ForAll("expanding") String partitioner,
      @ForAll("partitionCounts") int partitions,
      @ForAll("shardCounts") int shards) {
    CutEdges one = cut(partitioner, graph, partitions, Workers.CALLER);
    CutEdges several =
        cutInShards(partitioner, graph, partitions, Workers.CALLER, new ThreadExchange(shards));
    assertThat(several.assigned()).isEqualTo(one.assigned());
  }

  @Provide
  Arbitrary<Integer> shardCounts() {
    return Arbitraries.of(2, 3, 5);
  }

  /** Large enough that stages are shared by several threads and messages are many. */
  @Property(tries = 3)
  void theAnswerOfALargeGraphDoesNotDependOnShards(@ForAll("expanding") String partitioner) {
    Graph graph = random(20_000, 300_000, 5);
    CutEdges one = cut(partitioner, graph, 8, Workers.CALLER);
    ForkJoinPool pool = new ForkJoinPool(3);
    try {
      for (int shards = 2; shards <= 3; shards++) {
        ThreadExchange exchange = new ThreadExchange(shards);
        assertThat(cutInShards(partitioner, graph, 8, new Workers(pool, 2), exchange).assigned())
            .isEqualTo(one.assigned());
      }
    } finally {
      pool.shutdown();
    }
  }
}
