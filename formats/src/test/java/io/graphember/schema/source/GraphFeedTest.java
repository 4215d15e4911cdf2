// SPDX-License-Identifier: Apache-2.0
package io.graphember.schema.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.schema.EdgeAttributes;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Split;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.PieceSink;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import io.graphember.spi.Cancellation;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class GraphFeedTest {
  private static final GraphHeader PAPERS = new GraphHeader(KeyKind.STRING, 2, true);

  /** All pieces of a source, through their wire format. */
  private static List<Piece> pieces(GraphSource source) {
    List<Piece> pieces = new ArrayList<>();
    source.stream(
        new PieceSink() {
          @Override
          public void vertices(VertexPiece piece) {
            pieces.add(Piece.decode(piece.encode(), source.header()));
          }

          @Override
          public void split(SplitPiece piece) {
            throw new AssertionError("splits are a column");
          }

          @Override
          public void edges(EdgePiece piece) {
            pieces.add(Piece.decode(piece.encode(), source.header()));
          }
        },
        Cancellation.NEVER);
    return pieces;
  }

  @Test
  void verticesComeBeforeEdges() {
    try (GraphSource source =
        GraphSource.of(
            PAPERS,
            graph ->
                graph
                    .vertex(0, "a", "physics", Split.TRAIN, 1, 0)
                    .vertex(0, "ö", null, null, 0, .5f)
                    .vertex(0, "c", "art", Split.TEST, 0, 0)
                    .edge("a", "ö")
                    .edge("c", "a"))) {
      assertThat(pieces(source))
          .containsExactly(
              new VertexPiece(
                  KeyColumn.of("a", "ö", "c"),
                  new int[] {0, -1, 1},
                  new byte[] {1, 0, 3},
                  new float[] {1, 0, 0, .5f, 0, 0}),
              new EdgePiece(KeyColumn.of("a", "c"), KeyColumn.of("ö", "a")));
      assertThat(source.labelNames(0)).containsExactly("physics", "art");
    }
  }

  @Test
  void typesAndValues() {
    GraphHeader header =
        new GraphHeader(
            List.of(
                new VertexType("user", KeyKind.INT64, 0, false, false),
                new VertexType("thing", KeyKind.UUID, 1, false, false)),
            List.of(
                new EdgeType("likes", 0, 1, new EdgeAttributes(true, true, 1)),
                new EdgeType("knows", 0, 0)));
    UUID thing = new UUID(3, 4);
    try (GraphSource source =
        GraphSource.of(
            header,
            graph ->
                graph
                    .vertex(1, thing, null, null, 2)
                    .vertex(7)
                    .vertex(8L)
                    .edge(0, 7, thing, 2.5f, 11, 6)
                    .edges(1, new long[] {7, 8}, new long[] {8, 7}))) {
      assertThat(pieces(source))
          .containsExactlyInAnyOrder(
              new VertexPiece(1, KeyColumn.of(thing), null, new byte[1], new float[] {2}),
              new VertexPiece(0, KeyColumn.of(7, 8), null, new byte[2], null),
              new EdgePiece(
                  0,
                  KeyColumn.of(7),
                  KeyColumn.of(thing),
                  new float[] {2.5f},
                  new long[] {11},
                  new float[] {6}),
              new EdgePiece(1, KeyColumn.of(7, 8), KeyColumn.of(8, 7)));
    }
  }

  private static void refused(
      Class<? extends RuntimeException> type, String message, Consumer<GraphFeed> program) {
    assertThatThrownBy(() -> pieces(GraphSource.of(PAPERS, program)))
        .isInstanceOf(type)
        .hasMessage(message);
  }

  @Test
  void mistakesOfTheProgram() {
    Class<IllegalArgumentException> wrong = IllegalArgumentException.class;
    refused(
        wrong,
        "keys of vertex type vertex are STRING of 1 to 65535 bytes of UTF-8; Integer '5' is none",
        graph -> graph.vertex(5, 1, 1));
    refused(
        wrong,
        "keys of vertex type vertex are STRING of 1 to 65535 bytes of UTF-8; String '' is none",
        graph -> graph.vertex("", 1, 1));
    refused(
        wrong,
        "keys of vertex type vertex are STRING of 1 to 65535 bytes of UTF-8; String '\uD800a' is none",
        graph -> graph.vertex("\uD800a", 1, 1));
    assertThatThrownBy(
            () ->
                pieces(
                    GraphSource.of(
                        new GraphHeader(KeyKind.INT64, 0, false), graph -> graph.vertex("a"))))
        .hasMessage("keys of vertex type vertex are INT64; String 'a' is none");
    refused(wrong, "vertex type vertex has 2 features, 1 came", graph -> graph.vertex("a", 1));
    refused(
        wrong,
        "vertex type vertex: a feature must be finite, was NaN",
        graph -> graph.vertex("a", 1, Float.NaN));
    refused(
        wrong,
        "edge type edge: a weight must be 0 or more, was -1.0",
        graph -> graph.edge(0, "a", "b", -1, 0));
    refused(
        wrong,
        "edge type edge does not join integer keys without values",
        graph -> graph.edges(0, new long[1], new long[1]));
    refused(
        IllegalStateException.class,
        "vertex c comes after the first edge",
        graph -> graph.edge("a", "b").vertex("c", 1, 1));
  }
}
