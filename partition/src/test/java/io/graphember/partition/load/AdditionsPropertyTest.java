// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.HeldOutLists;
import io.graphember.graph.store.HeldOutLists.Kind;
import io.graphember.graph.store.PartitionReader;
import io.graphember.graph.store.StoreLayout;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.fixture.GraphByKey;
import io.graphember.partition.fixture.GrowingGraph;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SplitHeldOut;
import io.graphember.partition.staging.BaseVersion;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.VertexType;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.HeldOutEdges;
import io.graphember.spi.Cancellation;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/** Version 2 of a graph is version 1 and what was added, key by key, and stays where it was. */
class AdditionsPropertyTest {
  private static final int TRIES = 300;

  /** A graph that grows, and how it is cut. */
  record Growth(GrowingGraph graph, GraphSettings settings) {
    PartitionedGraph first() {
      return PartitionedGraph.load(graph.base(), settings);
    }

    PartitionedGraph second() {
      return first().add(graph.additions(), settings);
    }

    PartitionedGraph whole() {
      return PartitionedGraph.load(graph.whole(), settings);
    }
  }

  @Provide
  Arbitrary<Growth> growths() {
    Arbitrary<GrowingGraph> graphs =
        Combinators.combine(
                Arbitraries.integers().between(1, 16),
                Arbitraries.integers().between(0, 60),
                Arbitraries.integers().between(0, 12),
                Arbitraries.integers().between(0, 60),
                Arbitraries.longs())
            .as(GrowingGraph::random);
    return Combinators.combine(
            graphs,
            Arbitraries.integers().between(1, 9),
            Arbitraries.of("hash-1d", "hash-2d", "hdrf"),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false),
            Arbitraries.of(StoreLayout.values()),
            Arbitraries.of(true, false))
        .as(
            (graph,
                partitions,
                partitioner,
                symmetrize,
                dropLoops,
                dropDuplicates,
                layout,
                balance) ->
                new Growth(
                    graph,
                    PartitionedGraph.balancing(
                        settings(
                            partitions, partitioner, symmetrize, dropLoops, dropDuplicates, layout),
                        balance)));
  }

  private static GraphSettings settings(
      int partitions,
      String partitioner,
      boolean symmetrize,
      boolean dropLoops,
      boolean dropDuplicates,
      StoreLayout layout) {
    return new GraphSettings(
        "sample",
        partitions,
        partitioner,
        Map.of(),
        1,
        symmetrize,
        dropLoops,
        dropDuplicates,
        layout,
        UnknownVertices.ERROR,
        true,
        null);
  }

  @Property(tries = TRIES)
  void aVersionInShardsIsStoredAsInOnePlace(
      @ForAll("growths") Growth growth,
      @ForAll("shardCounts") int shards,
      @ForAll boolean heldOut,
      @ForAll FeaturePrecision precision) {
    GraphSource base = growth.graph().base();
    GraphSource additions = growth.graph().additions();
    GraphSource added =
        heldOut ? new SplitHeldOut(new HeldOutEdges(additions, List.of(), 0.4, 4)) : additions;
    GraphSettings settings = growth.settings().with(precision);
    PartitionedGraph first =
        PartitionedGraph.load(
            heldOut ? new SplitHeldOut(new HeldOutEdges(base, List.of(), 0.4, 3)) : base, settings);
    first.addInShards(added, settings, shards).assertStoredAs(first.add(added, settings));
  }

  @Provide
  Arbitrary<Integer> shardCounts() {
    return Arbitraries.of(2, 3, 5);
  }

  @Property(tries = TRIES, seed = "61")
  void everyVertexAndEdgeIsThereWithWhatItCarries(@ForAll("growths") Growth growth) {
    PartitionedGraph second = growth.second();
    PartitionedGraph whole = growth.whole();
    assertThat(GraphByKey.vertices(second)).isEqualTo(GraphByKey.vertices(whole));
    assertThat(GraphByKey.edges(second, true)).isEqualTo(GraphByKey.edges(whole, true));
    assertThat(GraphByKey.edges(second, false)).isEqualTo(GraphByKey.edges(whole, false));
    assertThat(second.summary().edges()).isEqualTo(whole.summary().edges());
    assertThat(second.summary().edgeTypes()).isEqualTo(whole.summary().edgeTypes());
    assertThat(second.summary().inDegrees()).isEqualTo(whole.summary().inDegrees());
  }

  /** Nothing is sampled of them, but they are there with the reverses that symmetrising makes. */
  @Property(tries = TRIES, seed = "64")
  void heldOutEdgesStayWhateverIsAdded(@ForAll("growths") Growth growth) {
    HeldOutEdges base = new HeldOutEdges(growth.graph().base(), List.of(), 0.4, 3);
    HeldOutEdges additions = new HeldOutEdges(growth.graph().additions(), List.of(), 0.4, 4);
    PartitionedGraph second =
        PartitionedGraph.load(new SplitHeldOut(base), growth.settings())
            .add(new SplitHeldOut(additions), growth.settings());
    List<String> expected = new ArrayList<>();
    Stream.concat(base.edges().stream(), additions.edges().stream())
        .forEach(
            edge -> {
              Kind kind = Kind.of(SplitHeldOut.splitOf(edge.source(), edge.destination()));
              expected.add(kind + " " + edge.source() + ">" + edge.destination());
              if (growth.settings().symmetrize()) {
                expected.add(kind.reversed() + " " + edge.destination() + ">" + edge.source());
              }
            });
    assertThat(heldOut(second)).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(second.summary().heldOutEdges()).isEqualTo(base.count() + additions.count());
  }

  private static List<String> heldOut(PartitionedGraph graph) {
    List<String> pairs = new ArrayList<>();
    for (int p = 0; graph.summary().heldOutEdges() > 0 && p < graph.partitions(); p++) {
      final int masters = (int) graph.summary().partitionMasters()[p];
      HeldOutLists lists =
          new PartitionReader(p, graph.blocks()::get, Cancellation.NEVER).heldOut(masters);
      for (int master = 0; master < masters; master++) {
        final String head = bare(graph.key(Vid.of(p, master)));
        for (int e = lists.offsets()[master]; e < lists.offsets()[master + 1]; e++) {
          pairs.add(lists.kind(e) + " " + head + ">" + bare(graph.key(lists.tails()[e])));
        }
      }
    }
    return pairs;
  }

  /** A key without the name of its type. */
  private static String bare(String key) {
    return key.substring(key.indexOf(':') + 1);
  }

  @Property(tries = TRIES, seed = "62")
  void oldMastersAndEdgesKeepTheirPartition(@ForAll("growths") Growth growth) {
    PartitionedGraph first = growth.first();
    PartitionedGraph second = growth.second();
    for (String key : GraphByKey.vertices(first).keySet()) {
      assertThat(Vid.partition(second.vid(key))).isEqualTo(Vid.partition(first.vid(key)));
    }
    for (int p = 0; p < first.partitions(); p++) {
      Map<String, Integer> there = second.edgeCounts(p);
      first
          .edgeCounts(p)
          .forEach(
              (edge, count) ->
                  assertThat(there.getOrDefault(edge, 0)).isGreaterThanOrEqualTo(count));
    }
  }

  @Property(tries = 100, seed = "63")
  void aVersionOfAVersionIsTheSameAgain(@ForAll("growths") Growth growth) {
    PartitionedGraph second = growth.second();
    PartitionedGraph third =
        second.add(new GrowingGraph.Rows(List.of(), List.of(), List.of()), growth.settings());
    assertThat(third.blocks().keySet()).isEqualTo(second.blocks().keySet());
    assertThat(GraphByKey.vertices(third)).isEqualTo(GraphByKey.vertices(second));
    for (int p = 0; p < third.partitions(); p++) {
      assertThat(third.edgeCounts(p)).isEqualTo(second.edgeCounts(p));
    }
  }

  @Property(tries = 100, seed = "64")
  void theOrderOfAddedEdgesLeavesNoTrace(@ForAll("growths") Growth growth) {
    GrowingGraph.Rows additions = growth.graph().additions();
    Map<Long, byte[]> others = growth.first().add(additions.reversed(), growth.settings()).blocks();
    Map<Long, byte[]> blocks = growth.second().blocks();
    assertThat(others.keySet()).isEqualTo(blocks.keySet());
    blocks.forEach((key, block) -> assertThat(others.get(key)).isEqualTo(block));
  }

  @Property(tries = 100, seed = "65")
  void classesKeepTheirNames(@ForAll("growths") Growth growth) {
    assertThat(growth.second().summary().vertexTypes().get(0).classNames())
        .containsExactly("a", "b", "c", "d");
  }

  @Test
  void addedEdgesAreSpreadAndVerticesStayWithThem() {
    GrowingGraph graph = GrowingGraph.random(400, 2000, 200, 2000, 5);
    GraphSettings settings = settings(4, "hdrf", true, true, true, StoreLayout.COMPACT);
    PartitionedGraph first = PartitionedGraph.load(graph.base(), settings);
    PartitionedGraph second = first.add(graph.additions(), settings);
    PartitionedGraph anew =
        PartitionedGraph.load(
            graph.whole(), settings(4, "hash-2d", true, true, true, StoreLayout.COMPACT));
    assertThat(second.summary().quality().edgeBalance()).isLessThan(1.2);
    assertThat(second.summary().quality().vertexBalance()).isLessThan(1.2);
    assertThat(second.summary().quality().replicationFactor())
        .isLessThan(anew.summary().quality().replicationFactor());
  }

  @Test
  void memoryIsTakenBeforeAPartitionIsRead() {
    GraphSettings settings = settings(2, "hdrf", false, false, false, StoreLayout.COMPACT);
    GrowingGraph graph = GrowingGraph.random(2000, 5000, 10, 10, 5);
    PartitionedGraph first = PartitionedGraph.load(graph.base(), settings);
    MemoryBudget small = new MemoryBudget(100_000);
    assertThatThrownBy(() -> first.add(graph.additions(), settings, small))
        .isInstanceOf(GraphemberException.class)
        .hasMessageStartingWith("Staging graph sample needs");
    assertThat(small.takenBytes()).isZero();
  }

  @Test
  void whatIsAddedMustAgreeWithTheVersion() {
    GraphSettings same = settings(4, "hdrf", false, false, false, StoreLayout.COMPACT);
    PartitionedGraph graph =
        PartitionedGraph.load(GrowingGraph.random(9, 20, 0, 0, 1).base(), same);
    BaseVersion base = graph.base(false);
    GraphHeader header = GrowingGraph.random(9, 20, 0, 0, 1).base().header();
    assertThat(base.header(same, header)).isEqualTo(header);
    refused(
        base,
        settings(5, "hdrf", false, false, false, StoreLayout.COMPACT),
        header,
        "graph.partitions: 4, what is added has 5");
    refused(
        base,
        settings(4, "hdrf", true, false, false, StoreLayout.COMPACT),
        header,
        "graph.symmetrize: false, what is added has true");
    VertexType paper = header.vertexType(0);
    VertexType topic = header.vertexType(1);
    refused(
        base,
        same,
        new GraphHeader(List.of(topic, paper), header.edgeTypes()),
        "vertex types: paper, topic, what is added has topic, paper");
    refused(
        base,
        same,
        papers(header, new VertexType("paper", KeyKind.UUID, 2, true, false)),
        "keys of paper: INT64, what is added has UUID");
    refused(
        base,
        same,
        papers(header, new VertexType("paper", KeyKind.INT64, 3, true, false)),
        "features of paper: 2, what is added has 3");
    refused(
        base,
        same,
        papers(header, new VertexType("paper", KeyKind.INT64, 2, List.of("cost"), true, false)),
        "targets of paper: [price], what is added has [cost]");
    refused(
        base,
        same,
        new GraphHeader(header.vertexTypes(), header.edgeTypes().subList(0, 2)),
        "edge types: cites, about, lists, what is added has cites, about");
    refused(
        base,
        same,
        firstEdges(header, new EdgeType("cites", 1, 0, new EdgeAttributes(true, true, 0))),
        "edges of type cites: from paper to paper, what is added has from topic to paper");
    refused(
        base,
        same,
        firstEdges(header, new EdgeType("cites", 0, 0)),
        "edges of type cites: weight yes, time yes, 0 features, what is added has nothing");
  }

  @Test
  void aVertexComesOnceWithTheAdditions() {
    GraphSettings same = settings(4, "hdrf", false, false, false, StoreLayout.COMPACT);
    GrowingGraph.Rows rows = GrowingGraph.random(9, 0, 0, 0, 1).base();
    PartitionedGraph graph = PartitionedGraph.load(rows, same);
    assertThat(GraphByKey.vertices(graph.add(rows, same))).isEqualTo(GraphByKey.vertices(graph));
    assertThatThrownBy(() -> graph.add(rows.twice(), same))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.VERTEX_TWICE)).isTrue())
        .hasMessageStartingWith("Vertex of type paper ")
        .hasMessageEndingWith(" came twice; a key names one vertex of type paper.");
  }

  @Test
  void edgesAloneMakeNoVertexWhereRowsHaveFeatures() {
    GraphSettings same = settings(4, "hdrf", false, false, false, StoreLayout.COMPACT);
    GrowingGraph.Rows rows = GrowingGraph.random(9, 20, 0, 0, 1).base();
    BaseVersion base = PartitionedGraph.load(rows, same).base(false);
    GraphHeader edgesAlone =
        new GraphHeader(
            List.of(
                new VertexType("paper", KeyKind.INT64, 0, false, true),
                new VertexType("topic", KeyKind.STRING, 0, false, true)),
            rows.header().edgeTypes());
    assertThat(base.header(same, edgesAlone).vertexTypes())
        .containsExactly(
            new VertexType("paper", KeyKind.INT64, 2, List.of("price"), false, false)
                .with(new VertexAttributes(true, true)),
            new VertexType("topic", KeyKind.STRING, 0, false, true));
    GraphHeader withoutTimes =
        new GraphHeader(
            List.of(
                rows.header().vertexType(0).with(new VertexAttributes(false, true)),
                rows.header().vertexType(1)),
            rows.header().edgeTypes());
    assertThatThrownBy(() -> base.header(same, withoutTimes))
        .hasMessageContaining("has numbers of paper: time yes, cluster yes")
        .hasMessageContaining("what is added has time no, cluster yes");
  }

  private static GraphHeader papers(GraphHeader header, VertexType papers) {
    return new GraphHeader(List.of(papers, header.vertexType(1)), header.edgeTypes());
  }

  private static GraphHeader firstEdges(GraphHeader header, EdgeType first) {
    List<EdgeType> types = new ArrayList<>(header.edgeTypes());
    types.set(0, first);
    return new GraphHeader(header.vertexTypes(), types);
  }

  private static void refused(
      BaseVersion base, GraphSettings settings, GraphHeader header, String difference) {
    assertThatThrownBy(() -> base.header(settings, header))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.BASE_MISMATCH)).isTrue())
        .hasMessage(
            "graph.add: version 1 of graph sample has %s; they must be the same."
                .formatted(difference));
  }
}
