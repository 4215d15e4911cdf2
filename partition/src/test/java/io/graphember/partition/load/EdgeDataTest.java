// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.EdgeData;
import io.graphember.graph.store.EdgeRow;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.StoreLayout;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.MappedFolder;
import io.graphember.memory.RowStorage;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.ValuedGraph;
import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeLabel;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.source.WrappedSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Weights, times and features stay with their edges, in both directions, whatever the cut. */
class EdgeDataTest {
  /** A graph and how it is cut. */
  record Cut(ValuedGraph graph, GraphSettings settings) {
    PartitionedGraph load() {
      return PartitionedGraph.load(graph, settings);
    }
  }

  @Provide
  Arbitrary<Cut> cuts() {
    return Combinators.combine(
            Arbitraries.integers().between(1, 12),
            Arbitraries.integers().between(0, 60),
            Arbitraries.longs(),
            Arbitraries.integers().between(1, 9),
            Arbitraries.integers().between(0, 15),
            Arbitraries.of(true, false),
            Arbitraries.of(true, false))
        .as(
            (vertices, edges, key, partitions, columns, symmetrize, unique) ->
                new Cut(
                    ValuedGraph.random(vertices, edges, columns, key),
                    settings(
                        partitions, symmetrize, unique, StoreLayout.values()[(int) (key & 1)])));
  }

  private static GraphSettings settings(
      int partitions, boolean symmetrize, boolean unique, StoreLayout layout) {
    return new GraphSettings(
        "valued",
        partitions,
        "hash-2d",
        Map.of(),
        1,
        symmetrize,
        false,
        unique,
        layout,
        UnknownVertices.ERROR,
        false,
        null);
  }

  /** All edges with what they carry, read from the out-edges or from the in-edges. */
  private static List<String> edges(PartitionedGraph loaded, boolean outwards) {
    List<String> edges = new ArrayList<>();
    for (int p = 0; p < loaded.partitions(); p++) {
      GraphPartition partition = loaded.partition(p);
      PartitionTopology topology = partition.topology();
      var index = outwards ? topology.out() : topology.in();
      int place = 0;
      for (int v = 0; v < topology.vertices(); v++) {
        int position = 0;
        for (int other : PartitionedGraph.list(index.lists(), v)) {
          int edge = topology.attributes().none() ? 0 : outwards ? place : topology.edgeOfIn(place);
          String here = loaded.key(topology.vid(p, v));
          String there = loaded.key(topology.vid(p, other));
          edges.add(
              ValuedGraph.text(
                  index.types().type(v, position++),
                  outwards ? here : there,
                  outwards ? there : here,
                  values(partition.edgeData(), topology.attributes(), edge)));
          place++;
        }
      }
    }
    edges.sort(null);
    return edges;
  }

  private static ValuedGraph.Values values(EdgeData data, EdgeAttributes attributes, int edge) {
    float[] row = new float[attributes.featureDim()];
    if (row.length > 0) {
      data.features().read(edge, row, 0);
    }
    return new ValuedGraph.Values(
        attributes.weight() ? data.weights()[edge] : null,
        attributes.time() ? data.times()[edge] : null,
        row);
  }

  @Property(tries = 300, seed = "51")
  void valuesStayWithTheirEdges(@ForAll("cuts") Cut cut) {
    PartitionedGraph loaded = cut.load();
    List<String> expected = cut.graph.edges(cut.settings);
    assertThat(edges(loaded, true)).isEqualTo(expected);
    assertThat(edges(loaded, false)).isEqualTo(expected);
  }

  @Property(tries = 200, seed = "52")
  void theOrderOfTheEdgesLeavesNoTrace(@ForAll("cuts") Cut cut) {
    Map<Long, byte[]> blocks = cut.load().blocks();
    Map<Long, byte[]> others = PartitionedGraph.load(cut.graph.reversed(), cut.settings).blocks();
    assertThat(others.keySet()).isEqualTo(blocks.keySet());
    blocks.forEach((key, block) -> assertThat(others.get(key)).isEqualTo(block));
  }

  /** The same edges, whose first feature is the class of those of the first type. */
  private static final class Classed extends WrappedSource {
    Classed(ValuedGraph graph) {
      super(graph);
    }

    @Override
    public GraphHeader header() {
      EdgeType valued = graph.header().edgeType(0);
      return new GraphHeader(
          graph.header().vertexTypes(),
          List.of(
              new EdgeType(valued.name(), 0, 0, valued.attributes(), List.of("some")),
              graph.header().edgeType(1)));
    }
  }

  /** Edges of a type without classes have none, nor features that are another type's. */
  @Test
  void classesAreTakenOffTheEdgesOfTheirType(@TempDir Path folder) {
    ValuedGraph graph = ValuedGraph.random(20, 300, 4, 9);
    GraphSettings settings = settings(3, true, false, StoreLayout.COMPACT);
    PartitionedGraph plain = PartitionedGraph.load(graph, settings);
    PartitionedGraph classed = PartitionedGraph.load(new Classed(graph), settings);
    float[] row = new float[3];
    float[] rest = new float[2];
    int[] edges = new int[2];
    for (int p = 0; p < 6; p++) { // in the heap, then in files
      final int number = p % 3;
      PartitionTopology topology = plain.partition(number).topology();
      EdgeData data =
          p < 3
              ? classed.partition(number).edgeData()
              : classed.partition(number, new MappedFolder(folder, () -> {})).edgeData();
      for (int v = 0; v < topology.vertices(); v++) {
        for (int i = 0; i < topology.out().lists().degree(v); i++) {
          final int edge = topology.out().lists().first(v) + i;
          final int type = topology.out().types().type(v, i);
          plain.partition(number).edgeData().features().read(edge, row, 0);
          data.features().read(edge, rest, 0);
          assertThat(data.labels()[edge]).isEqualTo(type == 0 ? (int) row[0] - 1 : -1);
          assertThat(rest).containsExactly(type == 0 ? new float[] {row[1], row[2]} : new float[2]);
          edges[type]++;
        }
      }
    }
    assertThat(edges).doesNotContain(0);
    assertThatThrownBy(
            () ->
                GraphPartition.load(
                    0,
                    new int[1],
                    new int[1],
                    VertexAttributes.NONE,
                    List.of(
                        new EdgeRow(1, EdgeLabel.of(List.of("some"))),
                        new EdgeRow(0, EdgeLabel.NONE)),
                    plain.blocks()::get,
                    RowStorage.HEAP,
                    ByteStorage.HEAP,
                    Cancellation.NEVER))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.SECTION_CORRUPT)).isTrue())
        .hasMessageContaining("it has 2 edge types and rows of 3 floats, the graph 2 and 2");
  }

  @Test
  void theLiveTierIsEstimatedByWhatItHolds() {
    ValuedGraph graph = ValuedGraph.random(50, 400, 7, 3);
    PartitionedGraph loaded =
        PartitionedGraph.load(graph, settings(2, false, false, StoreLayout.COMPACT));
    for (int p = 0; p < 2; p++) {
      PartitionTopology topology = loaded.partition(p).topology();
      long masters = topology.masters();
      assertThat(loaded.summary().slabBytes()[p])
          .isEqualTo(topology.bytes() + (4 + 8 + 4L * 3) * topology.edges() + (5 + 8) * masters);
    }
  }

  @Test
  void damagedValuesAreNamed() {
    PartitionedGraph loaded =
        PartitionedGraph.load(
            ValuedGraph.random(50, 400, 7, 3), settings(2, false, false, StoreLayout.COMPACT));
    for (Table table : List.of(Table.EDGE_VALUES, Table.EDGE_FEATURES)) {
      Map<Long, byte[]> damaged = new HashMap<>(loaded.blocks());
      long key = BlockKey.of(1, table.number(), 0);
      byte[] block = damaged.get(key).clone();
      block[block.length - 1] ^= 1;
      damaged.put(key, block);
      assertThatThrownBy(() -> GraphPartition.load(1, 0, damaged::get, Cancellation.NEVER))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(GraphError.SECTION_CORRUPT)).isTrue())
          .hasMessageStartingWith("Section " + table + " of partition 1 cannot be read: ")
          .hasMessageContaining("checksum");
    }
  }

  @Test
  void ofParallelEdgesTheLatestAndHeaviestStays() {
    ValuedGraph graph = ValuedGraph.parallel();
    PartitionedGraph all =
        PartitionedGraph.load(graph, settings(1, false, false, StoreLayout.COMPACT));
    PartitionedGraph one =
        PartitionedGraph.load(graph, settings(1, false, true, StoreLayout.COMPACT));
    assertThat(all.partition(0).edgeData().times()).containsExactly(1, 2, 2, 2);
    assertThat(all.partition(0).edgeData().weights()).containsExactly(9, 3, 4, 4);
    assertThat(one.partition(0).edgeData().times()).containsExactly(2);
    assertThat(one.partition(0).edgeData().weights()).containsExactly(4);
    float[] row = new float[3];
    one.partition(0).edgeData().features().read(0, row, 0);
    assertThat(row).containsExactly(1, 2, 0);
    assertThat(Arrays.stream(one.summary().partitionEdges()).sum()).isEqualTo(1);
    assertThat(new TreeMap<>(one.edgeCounts(0))).containsOnlyKeys("0>1");
  }
}
