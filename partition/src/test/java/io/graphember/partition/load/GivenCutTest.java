// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Vid;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.StoreLayout;
import io.graphember.partition.Partitioners;
import io.graphember.partition.fixture.CutSource;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.SampleGraph;
import io.graphember.partition.fixture.ThreadShards;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.AssignmentPiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.Partitioner;
import io.graphember.testkit.data.GraphOfRows;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A graph is cut as another tool says, and only if it says so of everything. */
class GivenCutTest {
  private static final Partitioner FILE =
      new Partitioners(GivenCutTest.class.getClassLoader()).get("file");

  private static GraphSettings settings(int partitions, String of) {
    return new GraphSettings(
        "sample",
        partitions,
        "file",
        Map.of(of, "cut.csv"),
        1,
        false,
        false,
        false,
        StoreLayout.COMPACT,
        UnknownVertices.CREATE,
        false,
        null);
  }

  /** Edges of integer keys, and rows about them or about vertices. */
  private record Rows(long[][] edges, long[][] rows) implements GraphOfRows {
    @Override
    public GraphHeader header() {
      return new GraphHeader(KeyKind.INT64, 0, false);
    }

    @Override
    public List<VertexRow> vertexRows() {
      return List.of();
    }

    @Override
    public List<EdgeRow> edgeRows() {
      return Arrays.stream(edges).map(edge -> new EdgeRow(0, edge[0], edge[1])).toList();
    }

    @Override
    public void stream(PieceSink sink, Cancellation cancellation) {
      GraphOfRows.super.stream(sink, cancellation);
      for (long[] row : rows) {
        KeyColumn first = KeyColumn.of(row[0]);
        sink.assignment(
            row.length == 3
                ? new AssignmentPiece(0, first, KeyColumn.of(row[1]), new int[] {(int) row[2]})
                : new AssignmentPiece(0, null, first, new int[] {(int) row[1]}));
      }
    }
  }

  private static long[][] parse(String text) {
    return List.of(text.split(";")).stream()
        .map(row -> List.of(row.trim().split(" ")).stream().mapToLong(Long::parseLong).toArray())
        .toArray(long[][]::new);
  }

  @Test
  void anEdgeIsWhereItsRowSays() {
    PartitionedGraph graph =
        PartitionedGraph.load(
            new CutSource(SampleGraph.random(50, 400, 3).source(70), true, 4),
            settings(4, "edges"),
            FILE);
    int edges = 0;
    for (int p = 0; p < 4; p++) {
      for (Map.Entry<String, Integer> edge : graph.edgeCounts(p).entrySet()) {
        String[] ends = edge.getKey().split(">");
        assertThat(CutSource.ofEdge(ends[0], ends[1], 4)).as(edge.getKey()).isEqualTo(p);
        edges += edge.getValue();
      }
    }
    assertThat(edges).isEqualTo(400);
  }

  @Test
  void aMasterIsWhereTheRowOfItsVertexSaysAndEdgesThatEndThere() {
    GraphSource source = SampleGraph.random(50, 400, 5).source(70);
    PartitionedGraph graph =
        PartitionedGraph.load(new CutSource(source, false, 5), settings(5, "vertices"), FILE);
    for (int p = 0; p < 5; p++) {
      for (int v = 0; v < graph.partition(p).topology().masters(); v++) {
        assertThat(CutSource.ofVertex(graph.key(Vid.of(p, v)), 5)).isEqualTo(p);
      }
      for (String edge : graph.edgeCounts(p).keySet()) {
        assertThat(CutSource.ofVertex(edge.split(">")[1], 5)).as(edge).isEqualTo(p);
      }
    }
    assertThat(graph.summary().vertices()).isPositive();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "edges|1 2 0|there is no row for edge 2 - 3.",
        "edges|1 2 0; 2 3 0; 3 4 2|edge 3 - 4 has partition 2, there are 0 to 1.",
        "edges|1 2 0; 2 3 0; 3 4 -1|edge 3 - 4 has partition -1, there are 0 to 1.",
        "edges|1 2 0; 2 1 1; 2 3 0; 3 4 0|edge 2 - 1 has partition 0 and partition 1.",
        "vertices|1 0; 2 1; 4 0|there is no row for vertex 3.",
        "vertices|1 0; 2 9|vertex 2 has partition 9, there are 0 to 1.",
        "vertices|1 0; 2 0; 3 0; 4 0; 1 1|vertex 1 has partition 0 and partition 1."
      })
  void refusesAWrongAssignmentInOnePlaceAndInShards(String of, String rows, String message) {
    GraphSource source = new Rows(parse("1 2; 2 3; 3 4"), parse(rows));
    GraphSettings settings = settings(2, of);
    assertThatThrownBy(() -> PartitionedGraph.load(source, settings, FILE))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.ASSIGNMENT_WRONG)).isTrue())
        .hasMessage("cut.csv: " + message);
    try (ThreadShards shards = new ThreadShards(2, settings, source.header(), FILE)) {
      assertThatThrownBy(() -> PartitionedGraph.loadInShards(source, settings, FILE, shards))
          .hasMessage("cut.csv: " + message);
    }
  }

  /** A file may be about more than the graph has. */
  @ParameterizedTest
  @ValueSource(strings = {"1 2 0; 2 3 1; 8 9 7", "1 2 0; 3 2 1; 1 9 7; 2 1 0"})
  void rowsAboutUnknownVerticesAreLeftOut(String rows) {
    GraphSource source = new Rows(parse("1 2; 2 3"), parse(rows));
    GraphSettings settings = settings(2, "edges");
    PartitionedGraph graph = PartitionedGraph.load(source, settings, FILE);
    assertThat(graph.edgeCounts(0)).containsOnlyKeys("1>2");
    assertThat(graph.edgeCounts(1)).containsOnlyKeys("2>3");
    try (ThreadShards shards = new ThreadShards(2, settings, source.header(), FILE)) {
      PartitionedGraph.loadInShards(source, settings, FILE, shards).assertStoredAs(graph);
    }
  }

  @Test
  void rowsForAnotherPartitionerAreRefused() {
    GraphSettings hash =
        new GraphSettings(
            "sample",
            2,
            "hash-2d",
            Map.of(),
            1,
            false,
            false,
            false,
            StoreLayout.COMPACT,
            UnknownVertices.CREATE,
            false,
            null);
    assertThatThrownBy(() -> PartitionedGraph.load(new Rows(parse("1 2"), parse("1 2 0")), hash))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(GraphError.PIECE_MISMATCH)).isTrue())
        .hasMessage(
            "Rows of edge or vertex and partition came, which only partitioner file takes, and only"
                + " for a whole graph.");
  }

  @Test
  void needsFilesAboutEdgesOrAboutVertices() {
    for (Map<String, String> options :
        List.of(
            Map.<String, String>of(),
            Map.of("edges", "a", "vertices", "b"),
            Map.of("edges", "a", "edges.cites", "b"),
            Map.of("edge", "a"))) {
      assertThatThrownBy(() -> FILE.check(2, options))
          .hasMessage(
              "Partitioner file needs one option: edges=FILE or vertices=FILE, for a graph with"
                  + " several types edges.TYPE=FILE or vertices.TYPE=FILE for each.");
    }
  }
}
