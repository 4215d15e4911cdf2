// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.neighbor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.partition.fixture.ValuedGraph.Edge;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.batch.EdgeNeighborhood;
import io.graphember.sampling.batch.SampledEdges;
import io.graphember.sampling.batch.SampledHop;
import io.graphember.sampling.engine.Replies;
import io.graphember.sampling.fixture.Courier;
import io.graphember.sampling.fixture.MemoryCluster;
import io.graphember.sampling.op.DealtEdges;
import io.graphember.sampling.op.Details;
import io.graphember.sampling.op.Direction;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.EdgeRule.Order;
import io.graphember.sampling.op.ExcludedEdges;
import io.graphember.sampling.op.UniformNeighbors;
import io.graphember.sampling.op.VertexTable;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RuleSamplerTest {
  private static final int VERTICES = 12;

  private static ValuedGraph graph(long key) {
    return ValuedGraph.random(VERTICES, 150, 3, key); // weights and times of the first type
  }

  private static PartitionedGraph load(ValuedGraph graph, int partitions) {
    return PartitionedGraph.load(graph, PartitionedGraph.settings(partitions, "hash-2d"));
  }

  private static RuleSampler sampler(MemoryCluster cluster, List<List<EdgeRule>> hops) {
    return new RuleSampler(cluster, new Replies(Cancellation.NEVER, 10_000), hops);
  }

  private static MemoryCluster here(PartitionedGraph graph) {
    return new MemoryCluster(graph, 1, Courier.direct(), 0);
  }

  private static long[] seeds(PartitionedGraph graph) {
    return LongStream.range(0, VERTICES).map(v -> graph.vid(String.valueOf(v))).toArray();
  }

  private static EdgeRule rule(Order order, int fanout) {
    return EdgeRule.in(fanout).ofType(0).by(order);
  }

  /** The edges of a hop in words: type, ends, weight, time; sorted. */
  private static List<String> words(PartitionedGraph graph, EdgeNeighborhood got, int h) {
    SampledHop hop = got.neighborhood().hops().get(h);
    List<String> words = new ArrayList<>();
    for (int v = 0; v < hop.destinations(); v++) {
      for (int e = hop.offsets()[v]; e < hop.offsets()[v + 1]; e++) {
        words.add(word(graph, got, h, v, e));
      }
    }
    words.sort(Comparator.naturalOrder());
    return words;
  }

  private static String word(PartitionedGraph graph, EdgeNeighborhood got, int h, int v, int e) {
    long[] vids = got.neighborhood().vids();
    SampledEdges edges = got.edges().get(h);
    var data = graph.partition(edges.partitions()[e]).edgeData();
    int number = edges.numbers()[e];
    return "%s>%s %s %s"
        .formatted(
            graph.key(vids[got.neighborhood().hops().get(h).neighbors()[e]]),
            graph.key(vids[v]),
            data.weights()[number],
            data.times()[number]);
  }

  private static List<String> truth(ValuedGraph graph, int type) {
    return graph.edges().stream()
        .filter(edge -> edge.type() == type)
        .map(
            edge ->
                "%s>%s %s %s"
                    .formatted(
                        edge.source(),
                        edge.destination(),
                        edge.values().weight() == null ? 1f : edge.values().weight(),
                        edge.values().time() == null ? 0 : edge.values().time()))
        .sorted()
        .toList();
  }

  @Property(tries = 60, seed = "61")
  void allEdgesOfATypeWithTheirNumbers(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 6) int partitions) {
    ValuedGraph graph = graph(key);
    PartitionedGraph loaded = load(graph, partitions);
    for (int type = 0; type < 2; type++) {
      EdgeRule all = EdgeRule.in(UniformNeighbors.ALL).ofType(type);
      EdgeNeighborhood got =
          sampler(here(loaded), List.of(List.of(all))).sample(seeds(loaded), ExcludedEdges.NONE, 1);
      assertThat(words(loaded, got, 0)).isEqualTo(truth(graph, type));
    }
  }

  @Property(tries = 60, seed = "62")
  void theResultDependsNeitherOnHostsNorOnTheTrainersPlace(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 6) int partitions) {
    PartitionedGraph loaded = load(graph(key), partitions);
    long[] times = LongStream.range(0, VERTICES).map(i -> i % 4 - 1).toArray();
    List<List<EdgeRule>> hops =
        List.of(
            List.of(rule(Order.WEIGHT, 3), EdgeRule.out(2).ofType(1)),
            List.of(EdgeRule.both(3), rule(Order.RECENT, 2).within(2)));
    for (long[] when : new long[][] {{}, times}) {
      EdgeNeighborhood expected =
          sampler(here(loaded), hops).sample(seeds(loaded), when, ExcludedEdges.NONE, key);
      for (MemoryCluster other :
          List.of(
              new MemoryCluster(loaded, 1, Courier.direct()),
              new MemoryCluster(loaded, 3, Courier.shuffled(key)),
              new MemoryCluster(loaded, 3, Courier.direct(), 1))) {
        EdgeNeighborhood got =
            sampler(other, hops).sample(seeds(loaded), when, ExcludedEdges.NONE, key);
        assertThat(got).usingRecursiveComparison().isEqualTo(expected);
      }
    }
  }

  /** Masters where they are, edges dealt otherwise: the vertices are sampled alike. */
  @Property(tries = 40, seed = "63")
  void theSampleDoesNotDependOnWhereEdgesLie(@ForAll @LongRange(max = 1000) long key) {
    ValuedGraph graph = graph(key);
    EdgeRule rule = EdgeRule.in(3).by(Order.WEIGHT);
    List<List<EdgeRule>> hops = List.of(List.of(rule), List.of(EdgeRule.both(2).by(Order.WEIGHT)));
    List<List<String>> samples = new ArrayList<>();
    for (int deal = 0; deal < 3; deal++) {
      PartitionedGraph loaded =
          PartitionedGraph.load(graph, PartitionedGraph.settings(3, "dealt"), new DealtEdges(deal));
      EdgeNeighborhood got =
          sampler(here(loaded), hops).sample(seeds(loaded), ExcludedEdges.NONE, key);
      List<String> edges = new ArrayList<>();
      for (SampledHop hop : got.neighborhood().hops()) {
        for (int v = 0; v < hop.destinations(); v++) {
          for (int e = hop.offsets()[v]; e < hop.offsets()[v + 1]; e++) {
            edges.add(
                loaded.key(got.neighborhood().vids()[hop.neighbors()[e]])
                    + ">"
                    + loaded.key(got.neighborhood().vids()[v]));
          }
        }
      }
      edges.sort(Comparator.naturalOrder());
      samples.add(edges);
    }
    assertThat(samples.get(1)).isEqualTo(samples.get(0));
    assertThat(samples.get(2)).isEqualTo(samples.get(0));
  }

  @Property(tries = 60, seed = "64")
  void nothingFromTheFutureOrBeforeTheWindow(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 6) int partitions) {
    ValuedGraph graph = graph(key);
    PartitionedGraph loaded = load(graph, partitions);
    long[] seeds = new long[2 * VERTICES]; // each twice, at different times
    long[] times = new long[seeds.length];
    for (int i = 0; i < seeds.length; i++) {
      seeds[i] = loaded.vid(String.valueOf(i % VERTICES));
      times[i] = i < VERTICES ? 1 : CounterRandom.bounded(CounterRandom.bits(key, i), 3);
    }
    int fanout = 2;
    EdgeNeighborhood got =
        sampler(
                here(loaded),
                List.of(
                    List.of(rule(Order.RECENT, fanout)),
                    List.of(rule(Order.UNIFORM, UniformNeighbors.ALL).within(1))))
            .sample(seeds, times, ExcludedEdges.NONE, key);
    for (int h = 0; h < 2; h++) {
      SampledHop hop = got.neighborhood().hops().get(h);
      for (int v = 0; v < hop.destinations(); v++) {
        List<Long> seen = new ArrayList<>();
        for (int e = hop.offsets()[v]; e < hop.offsets()[v + 1]; e++) {
          SampledEdges edges = got.edges().get(h);
          seen.add(loaded.partition(edges.partitions()[e]).edgeData().times()[edges.numbers()[e]]);
          assertThat(got.seedOf()[hop.neighbors()[e]]).isEqualTo(got.seedOf()[v]);
        }
        long limit = times[got.seedOf()[v]];
        long from = h == 0 ? Long.MIN_VALUE : limit - 1;
        int vertex = Integer.parseInt(loaded.key(got.neighborhood().vids()[v]));
        List<Long> expected =
            graph.edges().stream()
                .filter(edge -> edge.type() == 0 && edge.destination() == vertex)
                .map(edge -> edge.values().time())
                .filter(time -> time < limit && time >= from)
                .sorted(Comparator.reverseOrder())
                .limit(h == 0 ? fanout : Long.MAX_VALUE)
                .toList();
        seen.sort(Comparator.reverseOrder());
        assertThat(seen).isEqualTo(expected);
      }
    }
  }

  @Property(tries = 60, seed = "65")
  void excludedEdgesAndTheirReversesAreNeverMet(
      @ForAll @LongRange(max = 1000) long key, @ForAll @IntRange(min = 1, max = 6) int partitions) {
    ValuedGraph graph = graph(key);
    PartitionedGraph loaded = load(graph, partitions);
    List<Edge> targets = graph.edges().subList(0, 20);
    long[] from = targets.stream().mapToLong(e -> loaded.vid("" + e.source())).toArray();
    long[] to = targets.stream().mapToLong(e -> loaded.vid("" + e.destination())).toArray();
    for (Order order : List.of(Order.UNIFORM, Order.WEIGHT, Order.WEIGHT_BY_TABLES)) {
      EdgeRule rule = EdgeRule.in(UniformNeighbors.ALL).by(order);
      EdgeNeighborhood got =
          sampler(here(loaded), List.of(List.of(rule), List.of(rule)))
              .sample(seeds(loaded), new ExcludedEdges(from, to), key);
      List<String> expected =
          graph.edges().stream()
              .filter(e -> order == Order.UNIFORM || !Float.valueOf(0).equals(e.values().weight()))
              .filter(
                  e ->
                      targets.stream()
                          .noneMatch(
                              t ->
                                  t.source() == e.source() && t.destination() == e.destination()
                                      || t.source() == e.destination()
                                          && t.destination() == e.source()))
              .map(e -> e.source() + ">" + e.destination())
              .sorted()
              .toList();
      for (int h = 0; h < 2; h++) {
        assertThat(words(loaded, got, h).stream().map(w -> w.split(" ")[0]).sorted().toList())
            .isEqualTo(expected);
      }
    }
  }

  /** Where no edge of the next type goes on, a meta-path ends without a word. */
  @Test
  void aMetaPathThatCannotContinueEnds() {
    List<Edge> edges =
        List.of(
            new Edge(0, 0, 1, new ValuedGraph.Values(1f, 1L, new float[0])),
            new Edge(1, 2, 0, new ValuedGraph.Values(null, null, new float[0])));
    ValuedGraph graph = new ValuedGraph(3, graph(1).attributes(), edges);
    PartitionedGraph loaded = load(graph, 2);
    EdgeNeighborhood got =
        sampler(
                here(loaded),
                List.of(
                    List.of(EdgeRule.in(5).ofType(0)),
                    List.of(EdgeRule.in(5).ofType(1)),
                    List.of(EdgeRule.in(5).ofType(0))))
            .sample(new long[] {loaded.vid("1"), loaded.vid("2")}, ExcludedEdges.NONE, 1);
    assertThat(words(loaded, got, 0)).containsExactly("0>1 1.0 1");
    assertThat(words(loaded, got, 1)).containsExactly("2>0 1.0 0");
    assertThat(words(loaded, got, 2)).containsExactly("0>1 1.0 1");
    assertThat(got.neighborhood().vids()).hasSize(3);
  }

  private static void refused(ErrorCode code, String message, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(code)).as(e.code()).isTrue())
        .hasMessage(message);
  }

  @Test
  void rulesThatCannotBeFollowedAreRefused() {
    SampleGraph pair = SampleGraph.of("0>1");
    PartitionedGraph plain = PartitionedGraph.load(pair, 1, "hash-1d");
    long[] seed = {plain.vid(pair.keyOf(1))};
    refused(
        SamplingError.SAMPLING_RULE,
        "A fanout is 'all', or 0 or more, not -2.",
        () -> EdgeRule.in(-2));
    refused(
        SamplingError.SAMPLING_RULE,
        "An edge type is numbered from 0, not -2.",
        () -> EdgeRule.in(1).ofType(-2));
    refused(
        SamplingError.SAMPLING_RULE,
        "A window of time is positive, not 0.",
        () -> EdgeRule.in(1).within(0));
    refused(
        SamplingError.SAMPLING_RULE,
        "A sample has at least one hop, and a rule at each.",
        () -> sampler(here(plain), List.of(List.of())));
    refused(
        SamplingError.EDGE_TYPE_UNKNOWN,
        "The graph has 1 edge types, numbered from 0; there is none with number 3.",
        () ->
            sampler(here(plain), List.of(List.of(EdgeRule.in(1).ofType(3))))
                .sample(seed, ExcludedEdges.NONE, 0));
    refused(
        SamplingError.EDGE_COLUMN_MISSING,
        "Edges of this graph have no weight, which the sampling asked for needs.",
        () ->
            sampler(here(plain), List.of(List.of(EdgeRule.in(1).by(Order.WEIGHT))))
                .sample(seed, ExcludedEdges.NONE, 0));
    refused(
        SamplingError.EDGE_COLUMN_MISSING,
        "Edges of this graph have no time, which the sampling asked for needs.",
        () ->
            sampler(here(plain), List.of(List.of(EdgeRule.in(1).by(Order.RECENT))))
                .sample(seed, ExcludedEdges.NONE, 0));
    refused(
        SamplingError.SAMPLING_RULE,
        "A batch has as many times as seeds, at most 131072, not 2 of 1.",
        () ->
            sampler(here(plain), List.of(List.of(EdgeRule.in(1))))
                .sample(seed, new long[2], ExcludedEdges.NONE, 0));
    refused(
        SamplingError.VERTEX_ID_UNKNOWN,
        "No vertex of this version of the graph has the id " + Vid.of(0, 99) + ".",
        () ->
            sampler(here(plain), List.of(List.of(EdgeRule.in(1))))
                .sample(new long[] {Vid.of(0, 99)}, ExcludedEdges.NONE, 0));
  }

  private static void requestRefused(PartitionedGraph graph, String what, RankRequest request) {
    refused(
        GraphError.REQUEST_OUT_OF_RANGE,
        "A request names " + what + ", which partition 0 does not hold.",
        () -> request.answer(new MemoryCluster(graph, 1, Courier.direct()).partition(0)));
  }

  @Test
  void requestsThatDoNotFitAreRefused() {
    PartitionedGraph plain = PartitionedGraph.load(SampleGraph.of("0>1"), 1, "hash-1d");
    EdgeRule rule = EdgeRule.in(1);
    int[] one = {0};
    long[] stream = {0};
    long[] none = {};
    final boolean[] uncut = new boolean[1];
    requestRefused(
        plain,
        "vertex 9",
        new RankRequest(
            0,
            rule,
            Direction.IN,
            new int[] {9},
            uncut,
            stream,
            none,
            new int[0],
            none,
            Details.ROUTES));
    requestRefused(
        plain,
        "2 flags",
        new RankRequest(
            0,
            rule,
            Direction.IN,
            one,
            new boolean[2],
            stream,
            none,
            new int[0],
            none,
            Details.ROUTES));
    requestRefused(
        plain,
        "0 streams",
        new RankRequest(
            0, rule, Direction.IN, one, uncut, none, none, new int[0], none, Details.ROUTES));
    requestRefused(
        plain,
        "2 times",
        new RankRequest(
            0,
            rule,
            Direction.IN,
            one,
            uncut,
            stream,
            new long[2],
            new int[0],
            none,
            Details.ROUTES));
    requestRefused(
        plain,
        "excluded edges that do not fit its vertices",
        new RankRequest(
            0,
            rule,
            Direction.IN,
            one,
            uncut,
            stream,
            none,
            new int[] {0, 5},
            none,
            Details.ROUTES));
  }

  @Test
  void repliesThatDoNotFitAreRefused() {
    VertexTable table =
        new VertexTable(new long[1], new int[1], new int[0], new int[0], new int[0], new int[0]);
    int[] one = {0};
    List<RankReply> wrong =
        List.of(
            new RankReply(new int[] {2}, new int[2], new int[2], new long[2], table),
            new RankReply(new int[] {1, 0}, one, one, new long[1], table),
            new RankReply(new int[] {-1}, new int[0], new int[0], new long[0], table),
            new RankReply(new int[] {1}, new int[] {1}, one, new long[1], table),
            new RankReply(new int[] {1}, one, one, new long[2], table));
    for (RankReply reply : wrong) {
      refused(
          SamplingError.REPLY_MISMATCH,
          "A partition answered with ranked edges that do not fit what it was asked.",
          () -> reply.copyTo(new RankedEdges(), 1, 1));
    }
  }
}
