// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.StoreLayout;
import io.graphember.memory.MemoryBudget;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.TypedGraph;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.error.GraphemberException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** What holds for every graph with several types, cut into any number of partitions. */
class TypedGraphTest {
  private static GraphSettings settings(int partitions, boolean symmetrize, boolean unique) {
    return new GraphSettings(
        "typed",
        partitions,
        "hash-2d",
        Map.of(),
        1,
        symmetrize,
        false,
        unique,
        symmetrize ? StoreLayout.COMPRESSED : StoreLayout.COMPACT,
        UnknownVertices.ERROR,
        false,
        null);
  }

  private static TreeMap<String, Integer> edgeCounts(PartitionedGraph loaded) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    List<GraphSummary.Edges> types = loaded.summary().edgeTypes();
    for (int p = 0; p < loaded.partitions(); p++) {
      PartitionTopology topology = loaded.partition(p).topology();
      TreeMap<String, Integer> here = edgeCounts(loaded, types, p, topology.in(), false);
      assertThat(edgeCounts(loaded, types, p, topology.out(), true)).isEqualTo(here);
      here.forEach((edge, count) -> counts.merge(edge, count, Integer::sum));
    }
    return counts;
  }

  /** One direction of the edges of a partition; checks their order and the ranges of types. */
  private static TreeMap<String, Integer> edgeCounts(
      PartitionedGraph loaded,
      List<GraphSummary.Edges> types,
      int p,
      EdgeIndex edges,
      boolean outwards) {
    TreeMap<String, Integer> counts = new TreeMap<>();
    PartitionTopology topology = loaded.partition(p).topology();
    for (int v = 0; v < topology.vertices(); v++) {
      int before = -1;
      int beforeLocal = -1;
      int position = 0;
      for (int local : PartitionedGraph.list(edges.lists(), v)) {
        int type = edges.types().type(v, position);
        assertThat(position)
            .isBetween(edges.types().start(v, type), edges.types().end(v, type) - 1);
        assertThat(type).isGreaterThanOrEqualTo(before);
        assertThat(local).isGreaterThanOrEqualTo(type == before ? beforeLocal : 0);
        before = type;
        beforeLocal = local;
        position++;
        String here = loaded.key(topology.vid(p, v));
        String there = loaded.key(topology.vid(p, local));
        counts.merge(
            "%s %s>%s"
                .formatted(
                    types.get(type).type().name(),
                    outwards ? here : there,
                    outwards ? there : here),
            1,
            Integer::sum);
      }
      int covered = 0;
      for (int type = 0; type < types.size(); type++) {
        covered += edges.types().end(v, type) - edges.types().start(v, type);
      }
      assertThat(covered).isEqualTo(edges.lists().degree(v));
    }
    return counts;
  }

  @Property(tries = 200, seed = "41")
  void edgesKeepTheirTypesAndEnds(
      @ForAll @IntRange(min = 1, max = 5) int vertexTypes,
      @ForAll @IntRange(min = 1, max = 6) int edgeTypes,
      @ForAll @IntRange(max = 30) int edges,
      @ForAll @IntRange(min = 1, max = 9) int partitions,
      @ForAll long key) {
    TypedGraph graph = TypedGraph.random(vertexTypes, edgeTypes, edges, key);
    PartitionedGraph loaded = PartitionedGraph.load(graph, settings(partitions, false, false));
    assertThat(edgeCounts(loaded)).isEqualTo(graph.edgeCounts());
    assertThat(loaded.summary().edgeTypes())
        .extracting(GraphSummary.Edges::type)
        .isEqualTo(graph.edgeTypes());
    assertThat(loaded.summary().edgeTypes()).allMatch(type -> type.count() == edges);
    assertThat(loaded.summary().inDegrees())
        .satisfies(c -> assertThat(Arrays.stream(c).sum()).isEqualTo(loaded.summary().vertices()));
  }

  @Property(tries = 200, seed = "42")
  void mastersAreSortedByTypeThenDegreeAndKeepTheirColumns(
      @ForAll @IntRange(min = 1, max = 5) int vertexTypes,
      @ForAll @IntRange(max = 30) int edges,
      @ForAll @IntRange(min = 1, max = 9) int partitions,
      @ForAll long key) {
    TypedGraph graph = TypedGraph.random(vertexTypes, 4, edges, key);
    PartitionedGraph loaded = PartitionedGraph.load(graph, settings(partitions, true, false));
    Map<String, int[]> vertexOfKey = new HashMap<>();
    for (int t = 0; t < vertexTypes; t++) {
      for (int v = 0; v < graph.counts()[t]; v++) {
        vertexOfKey.put(graph.key(t, v), new int[] {t, v});
      }
      assertThat(loaded.summary().vertexTypes().get(t).count()).isEqualTo(graph.counts()[t]);
    }
    int seen = 0;
    for (int p = 0; p < partitions; p++) {
      GraphPartition partition = loaded.partition(p);
      int typeBefore = 0;
      for (int local = 0; local < partition.topology().masters(); local++) {
        int[] vertex = vertexOfKey.remove(loaded.key(Vid.of(p, local)));
        int type = partition.topology().types().vertexType(local);
        assertThat(type).isEqualTo(vertex[0]).isGreaterThanOrEqualTo(typeBefore);
        typeBefore = type;
        checkColumns(graph, loaded, partition, local, vertex);
        seen++;
      }
      for (int v = partition.topology().masters(); v < partition.topology().vertices(); v++) {
        assertThat("v" + partition.topology().types().vertexType(v))
            .isEqualTo(loaded.typeName(partition.topology().vid(p, v)));
      }
    }
    assertThat(vertexOfKey).isEmpty();
    assertThat(loaded.summary().vertices()).isEqualTo(seen);
  }

  private static void checkColumns(
      TypedGraph graph,
      PartitionedGraph loaded,
      GraphPartition partition,
      int local,
      int[] vertex) {
    int type = vertex[0];
    String label = graph.label(type, vertex[1]);
    List<String> classes = loaded.summary().vertexTypes().get(type).classNames();
    int stored = partition.labels().labels()[local];
    assertThat(stored < 0 ? null : classes.get(stored)).isEqualTo(label);
    assertThat(partition.labels().splits()[local]).isEqualTo(graph.split(type, vertex[1]));
    if (type == 0) {
      assertThat(partition.featuresByType().get(0)).isNull();
      return;
    }
    float[] row = new float[type];
    int start = partition.topology().types().start(type);
    partition.featuresByType().get(type).read(local - start, row, 0);
    for (int j = 0; j < type; j++) {
      assertThat(row[j]).isEqualTo(graph.feature(type, vertex[1], j));
    }
  }

  @Property(tries = 200, seed = "43")
  void symmetrisingGivesAReverseTypeBetweenDifferentTypes(
      @ForAll @IntRange(min = 1, max = 3) int vertexTypes,
      @ForAll @IntRange(max = 30) int edges,
      @ForAll boolean unique,
      @ForAll long key) {
    TypedGraph graph = TypedGraph.random(vertexTypes, 3, edges, key);
    PartitionedGraph loaded = PartitionedGraph.load(graph, settings(4, true, unique));
    TreeMap<String, Integer> expected = new TreeMap<>();
    for (int t = 0; t < 3; t++) {
      EdgeType type = graph.edgeTypes().get(t);
      boolean same = type.source() == type.destination();
      for (int[] edge : graph.edges().get(t)) {
        String source = graph.key(type.source(), edge[0]);
        String destination = graph.key(type.destination(), edge[1]);
        expected.merge(type.name() + " " + source + ">" + destination, 1, Integer::sum);
        if (!source.equals(destination)) {
          String reverse = type.name() + (same ? "" : "_reverse");
          expected.merge(reverse + " " + destination + ">" + source, 1, Integer::sum);
        }
      }
    }
    if (unique) {
      expected.replaceAll((edge, count) -> 1);
    }
    assertThat(edgeCounts(loaded)).isEqualTo(expected);
    for (GraphSummary.Edges type : loaded.summary().edgeTypes()) {
      String prefix = type.type().name() + " ";
      long count =
          expected.entrySet().stream()
              .filter(e -> e.getKey().startsWith(prefix))
              .mapToInt(Map.Entry::getValue)
              .sum();
      assertThat(type.count()).isEqualTo(count);
    }
  }

  private static final GraphHeader PEOPLE =
      new GraphHeader(
          List.of(
              new VertexType("person", KeyKind.INT64, 0, false, false),
              new VertexType("city", KeyKind.STRING, 0, false, true)),
          List.of(new EdgeType("lives", 0, 1), new EdgeType("lives_reverse", 1, 0)));

  @Test
  void aReverseTypeMustNotBeThereAlready() {
    assertThatThrownBy(
            () -> new GraphStaging(settings(1, true, false), PEOPLE, new MemoryBudget(1 << 20)))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.TYPE_NAME_TAKEN)).isTrue())
        .hasMessage(
            "graph.symmetrize makes an edge type lives_reverse, but the source has a type of that"
                + " name; rename it.");
    String longest = "a".repeat(250);
    GraphHeader header =
        new GraphHeader(PEOPLE.vertexTypes(), List.of(new EdgeType(longest, 0, 1)));
    assertThatThrownBy(
            () -> new GraphStaging(settings(1, true, false), header, new MemoryBudget(1 << 20)))
        .hasMessage(
            "graph.symmetrize makes an edge type %s_reverse, but a name has up to 255 characters; give %s a shorter one."
                .formatted(longest, longest));
  }

  @Test
  void messagesNameTheTypeAndVerticesOfEdgesAloneAreMade() {
    try (GraphStaging staging =
        new GraphStaging(settings(1, false, false), PEOPLE, new MemoryBudget(1 << 24))) {
      staging.vertices(new VertexPiece(KeyColumn.of(1, 2), null, null, null));
      assertThatThrownBy(() -> staging.vertices(new VertexPiece(KeyColumn.of(2), null, null, null)))
          .hasMessage("Vertex of type person 2 came twice; a key names one vertex of type person.");
      staging.edges(new EdgePiece(0, KeyColumn.of(1, 2), KeyColumn.of("Rome", "Oslo")));
      assertThat(staging.vertexCount()).isEqualTo(4);
      assertThatThrownBy(
              () -> staging.edges(new EdgePiece(1, KeyColumn.of("Oslo"), KeyColumn.of(3))))
          .hasMessage(
              "Row 1 of edge type lives_reverse names vertex of type person 3, which no vertex row has;"
                  + " set graph.unknownVertices to skip or create to allow it.");
    }
  }
}
