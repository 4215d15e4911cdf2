// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.delta.AddedReplicas;
import io.graphember.graph.delta.ChangedMasters;
import io.graphember.graph.delta.PartitionPatch;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.PartitionReader;
import io.graphember.graph.store.Section;
import io.graphember.graph.store.StoreLayout;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.partition.fixture.GraphByKey;
import io.graphember.partition.fixture.GrowingGraph;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** A graph and a partition more of what was added is the graph with all of it. */
class DeltaPropertyTest {
  private static final int TRIES = 60;

  /** A graph that grows, and how it is cut. */
  record Growth(GrowingGraph graph, GraphSettings settings) {
    PartitionedGraph first() {
      return PartitionedGraph.load(graph.base(), settings);
    }

    PartitionedGraph second() {
      return first().addPartition(graph.additions(), settings);
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
            Arbitraries.of(StoreLayout.values()),
            Arbitraries.of(FeaturePrecision.values()))
        .as(
            (graph, partitions, partitioner, symmetrize, dropLoops, layout, precision) ->
                new Growth(
                    graph.withAllClasses(),
                    new GraphSettings(
                            "sample",
                            partitions,
                            partitioner,
                            Map.of(),
                            1,
                            symmetrize,
                            dropLoops,
                            false,
                            layout,
                            UnknownVertices.ERROR,
                            true,
                            null)
                        .with(precision)));
  }

  private static void assertSame(PartitionedGraph some, PartitionedGraph other) {
    assertThat(GraphByKey.vertices(some)).isEqualTo(GraphByKey.vertices(other));
    assertThat(GraphByKey.edges(some, true)).isEqualTo(GraphByKey.edges(other, true));
    assertThat(GraphByKey.edges(some, false)).isEqualTo(GraphByKey.edges(other, false));
    assertThat(GraphByKey.degrees(some)).isEqualTo(GraphByKey.degrees(other));
    assertThat(some.summary().vertices()).isEqualTo(other.summary().vertices());
    assertThat(some.summary().edges()).isEqualTo(other.summary().edges());
    assertThat(some.summary().edgeTypes()).isEqualTo(other.summary().edgeTypes());
    assertThat(some.summary().inDegrees()).isEqualTo(other.summary().inDegrees());
  }

  @Property(tries = TRIES, seed = "71")
  void everyVertexAndEdgeIsThereWithWhatItCarries(@ForAll("growths") Growth growth) {
    assertSame(growth.second(), PartitionedGraph.load(growth.graph().whole(), growth.settings()));
  }

  /** What stays is stored once: additions write their own partition and patches. */
  @Property(tries = 20, seed = "72")
  void whatStaysIsNotWritten(@ForAll("growths") Growth growth) {
    Map<Long, byte[]> before = growth.first().blocks();
    Map<Long, byte[]> after = growth.second().blocks();
    before.forEach((key, block) -> assertThat(after.get(key)).isEqualTo(block));
    assertThat(after.keySet())
        .filteredOn(key -> !before.containsKey(key))
        .allMatch(
            key ->
                BlockKey.isPatch(key) || BlockKey.partition(key) == growth.settings().partitions());
  }

  /** Additions to additions: the edges of the first are there twice, its vertices changed. */
  @Property(tries = TRIES, seed = "73")
  void additionsToAdditionsAreThoseOfBoth(
      @ForAll("growths") Growth growth, @ForAll("additions") GrowingGraph.Rows more) {
    PartitionedGraph third = growth.second().addPartition(more, growth.settings());
    PartitionedGraph rebuilt =
        PartitionedGraph.load(growth.graph().whole(), growth.settings())
            .add(more, growth.settings());
    assertSame(third, rebuilt);
  }

  @Provide
  Arbitrary<GrowingGraph.Rows> additions() {
    return Arbitraries.longs().map(key -> GrowingGraph.random(1, 0, 8, 20, key).additions());
  }

  /** The partition of additions is dealt to the others when they are made anew. */
  @Property(tries = TRIES, seed = "74")
  void partitionsThatAreMadeAnewHaveAllOfIt(
      @ForAll("growths") Growth growth, @ForAll("additions") GrowingGraph.Rows more) {
    PartitionedGraph anew = growth.second().add(more, growth.settings());
    assertThat(anew.partitions()).isEqualTo(growth.settings().partitions());
    assertSame(
        anew,
        PartitionedGraph.load(growth.graph().whole(), growth.settings())
            .add(more, growth.settings()));
    growth.second().addInShards(more, growth.settings(), 3).assertStoredAs(anew);
  }

  /** Of edges that carry nothing. */
  @Property(tries = TRIES, seed = "76")
  void edgesThatAreThereAreNotAddedAgain(
      @ForAll @IntRange(min = 1, max = 12) int vertices,
      @ForAll @IntRange(min = 1, max = 5) int partitions,
      @ForAll boolean symmetrize,
      @ForAll StoreLayout layout,
      @ForAll long key) {
    GraphSettings settings =
        new GraphSettings(
            "sample",
            partitions,
            "hash-2d",
            Map.of(),
            1,
            symmetrize,
            true,
            true,
            layout,
            UnknownVertices.CREATE,
            true,
            null);
    PartitionedGraph first = PartitionedGraph.load(bare(vertices, key), settings);
    PartitionedGraph second = first.addPartition(bare(vertices + 2, key + 1), settings);
    PartitionedGraph rebuilt = first.add(bare(vertices + 2, key + 1), settings);
    assertThat(edges(second)).isEqualTo(edges(rebuilt));
    assertThat(second.summary().edges()).isEqualTo(rebuilt.summary().edges());
    assertThat(second.summary().inDegrees()).isEqualTo(rebuilt.summary().inDegrees());
    GraphSource last = bare(vertices + 2, key + 2);
    assertThat(edges(second.addPartition(last, settings)))
        .isEqualTo(edges(rebuilt.add(last, settings)));
  }

  private static GraphSource bare(int vertices, long key) {
    SampleGraph graph = SampleGraph.random(vertices, 40, key);
    return SampleGraph.ofEdges(vertices, graph.sources(), graph.destinations(), 1).source(10);
  }

  /** How often each edge is there, by the keys of its ends. */
  private static TreeMap<String, Integer> edges(PartitionedGraph graph) {
    TreeMap<String, Integer> all = new TreeMap<>();
    for (int p = 0; p < graph.partitions(); p++) {
      graph.edgeCounts(p).forEach((edge, count) -> all.merge(edge, count, Integer::sum));
    }
    return all;
  }

  @Property(tries = 20, seed = "75")
  void nothingAddedChangesNothing(@ForAll("growths") Growth growth) {
    PartitionedGraph second = growth.second();
    assertSame(
        second.addPartition(
            new GrowingGraph.Rows(List.of(), List.of(), List.of()), growth.settings()),
        second);
  }

  @Test
  void patchesThatAreDamagedAreRefused() {
    GrowingGraph graph = GrowingGraph.random(16, 60, 12, 60, 3).withAllClasses();
    GraphSettings settings = PartitionedGraph.settings(2, "hash-1d");
    Map<Long, byte[]> blocks =
        new TreeMap<>(
            PartitionedGraph.load(graph.base(), settings)
                .addPartition(graph.additions(), settings)
                .blocks());
    long key = BlockKey.of(0, Table.PATCH.number(), 0);
    byte[] patch = blocks.get(key).clone();
    patch[patch.length - 1]++;
    blocks.put(key, patch);
    refused(blocks, "Section PATCH of partition 0 cannot be read: its CRC-32C checksum");
    AddedReplicas wrong = new AddedReplicas(2, new int[] {99}, new int[1], new int[1], new int[1]);
    blocks.put(key, written(new PartitionPatch(wrong, ChangedMasters.NONE)));
    refused(blocks, "its replicas do not match the topology.");
    blocks.put(key, written(new PartitionPatch(AddedReplicas.NONE, changed(99))));
    refused(blocks, "its masters do not match the topology.");
    blocks.put(key, written(new PartitionPatch(wrong(2), ChangedMasters.NONE)));
    refused(blocks, "replica 0 is out of range.");
  }

  private static AddedReplicas wrong(int partition) {
    return new AddedReplicas(partition, new int[1], new int[] {-1}, new int[1], new int[1]);
  }

  private static ChangedMasters changed(int local) {
    return new ChangedMasters(
        new int[] {local},
        new int[1],
        new byte[1],
        new long[1],
        new long[1],
        CsrRows.of(new float[1], 0, 1, 1));
  }

  private static byte[] written(PartitionPatch patch) {
    ByteWriter payload = Section.writer();
    patch.write(payload);
    return Section.toBlocks(Table.PATCH, payload).get(0);
  }

  private static void refused(Map<Long, byte[]> blocks, String why) {
    PartitionReader reader = new PartitionReader(0, blocks::get, Cancellation.NEVER);
    assertThatThrownBy(() -> reader.labels(reader.topology().masters()))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.SECTION_CORRUPT)).isTrue())
        .hasMessageContaining(why);
  }
}
