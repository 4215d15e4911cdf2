// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.GraphError;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.graph.settings.GraphSettings.UnknownVertices;
import io.graphember.graph.store.StoreLayout;
import io.graphember.partition.Partitioners;
import io.graphember.partition.fixture.PartitionedGraph;
import io.graphember.partition.fixture.ThreadShards;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.HeldOutPiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.schema.source.GraphSource;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.Partitioner;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Keys that no vertex has mean in several shards what they mean in one place. */
class ShardUnknownsTest {
  private static final Partitioner HASHES =
      new Partitioners(ShardUnknownsTest.class.getClassLoader()).get("hash-2d");

  /** Pieces as they are given. */
  private record Pieces(List<Piece> pieces) implements GraphSource {
    @Override
    public GraphHeader header() {
      return new GraphHeader(KeyKind.INT64, 0, false);
    }

    @Override
    public void stream(PieceSink sink, Cancellation cancellation) {
      pieces.forEach(piece -> piece.passTo(sink));
    }

    @Override
    public List<String> labelNames(int vertexType) {
      return List.of();
    }

    @Override
    public void close() {
      // nothing is open
    }
  }

  private static Piece vertices(long... keys) {
    return new VertexPiece(KeyColumn.of(keys), null, null, null);
  }

  private static Piece edges(long... ends) {
    return new EdgePiece(every(0, ends), every(1, ends));
  }

  private static Piece heldOut(long... ends) {
    return new HeldOutPiece(0, every(0, ends), every(1, ends));
  }

  /** Every second number from one on. */
  private static KeyColumn every(int from, long... ends) {
    return KeyColumn.of(
        LongStream.iterate(from, i -> i < ends.length, i -> i + 2)
            .map(i -> ends[(int) i])
            .toArray());
  }

  private static GraphSettings settings(UnknownVertices unknown, boolean symmetrize) {
    return new GraphSettings(
        "sample",
        3,
        "hash-2d",
        Map.of(),
        1,
        symmetrize,
        false,
        false,
        StoreLayout.COMPACT,
        unknown,
        false,
        null);
  }

  @ParameterizedTest
  @EnumSource(
      value = UnknownVertices.class,
      names = {"SKIP", "CREATE"})
  void whatIsPassedOverOrCreatedIsTheSame(UnknownVertices unknown) {
    final Pieces graph =
        new Pieces(
            List.of(
                vertices(LongStream.range(0, 20).map(v -> 7 * v).toArray()),
                new SplitPiece(Split.TRAIN, KeyColumn.of(7L, 1000L, 21L)),
                edges(0, 7, 7, 999, 998, 14, 997, 996, 21, 997, 28, 35, 999, 0, 35, 995),
                edges(42, 42, 994, 994, 49, 56, 63, 996),
                heldOut(0, 14, 21, 993, 992, 28, 991, 990)));
    for (boolean symmetrize : new boolean[] {false, true}) {
      final GraphSettings settings = settings(unknown, symmetrize);
      final PartitionedGraph one = PartitionedGraph.load(graph, settings, HASHES);
      for (int shards = 1; shards <= 3; shards++) {
        try (ThreadShards several = new ThreadShards(shards, settings, graph.header(), HASHES)) {
          PartitionedGraph.loadInShards(graph, settings, HASHES, several).assertStoredAs(one);
        }
      }
      assertThat(one.summary().skippedEdges()).isEqualTo(unknown == UnknownVertices.SKIP ? 11 : 0);
    }
  }

  /**
   * A graph that is refused.
   *
   * @param message begins so
   */
  private record Refused(List<Piece> pieces, GraphError code, String message) {}

  static List<Refused> refused() {
    return List.of(
        new Refused(
            List.of(vertices(1, 2, 3), edges(1, 2, 2, 3), edges(3, 1, 2, 9, 1, 1)),
            GraphError.VERTEX_UNKNOWN,
            "Row 4 of the edges names vertex 9, which no vertex row has; set"),
        new Refused(
            List.of(vertices(1, 2, 3), edges(1, 2), edges(3, 9, 8, 1)),
            GraphError.VERTEX_UNKNOWN,
            "Row 3 of the edges names vertex 8, which no vertex row has; set"),
        new Refused(
            List.of(vertices(1, 2, 3), heldOut(1, 3, 3, 4)),
            GraphError.VERTEX_UNKNOWN,
            "A held-out row of the edges names vertex 4, which no vertex row has; set"),
        new Refused(
            List.of(vertices(1, 2, 3), edges(1, 2, 3, 5), vertices(4, 5)),
            GraphError.VERTEX_UNKNOWN,
            "Row 2 of the edges names vertex 5, which no vertex row has; set"),
        new Refused(
            List.of(vertices(1, 2, 3), new SplitPiece(Split.VALID, KeyColumn.of(3L, 4L))),
            GraphError.VERTEX_UNKNOWN,
            "The valid split names vertex 4, which no vertex row has; set"),
        new Refused(
            List.of(vertices(1, 2, 3), vertices(4, 2)),
            GraphError.VERTEX_TWICE,
            "Vertex 2 came twice; a key names one vertex."),
        new Refused(List.of(), GraphError.GRAPH_EMPTY, "Graph sample has no vertices:"));
  }

  @ParameterizedTest
  @MethodSource
  void refused(Refused graph) {
    final GraphSettings settings = settings(UnknownVertices.ERROR, false);
    final Pieces source = new Pieces(graph.pieces());
    try (ThreadShards shards = new ThreadShards(3, settings, source.header(), HASHES)) {
      assertThatThrownBy(() -> PartitionedGraph.loadInShards(source, settings, HASHES, shards))
          .isInstanceOfSatisfying(
              GraphemberException.class, e -> assertThat(e.is(graph.code())).isTrue())
          .hasMessageStartingWith(graph.message());
    }
  }
}
