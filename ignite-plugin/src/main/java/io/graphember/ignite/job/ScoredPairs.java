// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.graph.GraphError;
import io.graphember.ingest.EdgePiece;
import io.graphember.ingest.GraphHeader;
import io.graphember.ingest.KeyColumn;
import io.graphember.ingest.KeyKind;
import io.graphember.spi.error.GraphemberException;
import java.util.UUID;

/** Pairs to be scored, as a client sends them: their keys are text. Immutable. */
final class ScoredPairs {
  private final String graph;
  private final KeyKind kind;
  private final EdgePiece piece;

  /**
   * Pairs.
   *
   * @param graph its name
   * @param kind what keys are in the graph
   * @param piece an {@link EdgePiece} of keys that are text, not trusted
   * @throws GraphemberException with code {@link io.graphember.ingest.IngestError#PIECE_MALFORMED}
   *     or {@link io.graphember.ingest.IngestError#PIECE_TOO_LARGE}
   */
  ScoredPairs(String graph, KeyKind kind, byte[] piece) {
    this.graph = graph;
    this.kind = kind;
    this.piece = EdgePiece.decode(piece, new GraphHeader(KeyKind.STRING, 0, false));
  }

  /** How many pairs there are. */
  int count() {
    return piece.rows();
  }

  /** Key of the source of a pair. */
  Object source(int pair) {
    return key(piece.sources(), pair);
  }

  /** Key of the destination of a pair. */
  Object destination(int pair) {
    return key(piece.destinations(), pair);
  }

  private Object key(KeyColumn column, int pair) {
    String text = (String) column.keyAt(pair);
    try {
      return switch (kind) {
        case INT64 -> Long.valueOf(text);
        case STRING -> text;
        case UUID -> UUID.fromString(text);
      };
    } catch (IllegalArgumentException e) {
      throw unknown(text);
    }
  }

  /** What to say of a key that no vertex with an embedding has. */
  GraphemberException unknown(Object key) {
    return new GraphemberException(
        GraphError.VERTEX_UNKNOWN,
        "inference.edgeFile names vertex '%s', but graph %s has no vertex with an embedding of that key."
            .formatted(key, graph));
  }
}
