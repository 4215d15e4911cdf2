// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.client.api.GraphInfo;
import io.graphember.graph.GraphError;
import io.graphember.jobs.fit.PairTypes;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.KeyKind;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.error.GraphemberException;

/** Pairs to be scored, as a client sends them: their keys are text. Immutable. */
final class ScoredPairs {
  private final GraphInfo graph;
  private final GraphInfo.Vertices sources;
  private final GraphInfo.Vertices destinations;
  private final EdgePiece piece;

  /**
   * Pairs.
   *
   * @param types between which vertices of the graph
   * @param piece an {@link EdgePiece} of keys that are text, not trusted
   * @throws GraphemberException with code {@link io.graphember.schema.InputError#PIECE_MALFORMED}
   *     or {@link io.graphember.schema.InputError#PIECE_TOO_LARGE}
   */
  ScoredPairs(GraphInfo graph, PairTypes types, byte[] piece) {
    this.graph = graph;
    this.sources = graph.vertexTypes().get(types.head());
    this.destinations = graph.vertexTypes().get(types.tail());
    this.piece = EdgePiece.decode(piece, new GraphHeader(KeyKind.STRING, 0, false));
  }

  /** How many pairs there are. */
  int count() {
    return piece.rows();
  }

  /** Key of the source of a pair. */
  Object source(int pair) {
    return key(sources, piece.sources(), pair);
  }

  /** Key of the destination of a pair. */
  Object destination(int pair) {
    return key(destinations, piece.destinations(), pair);
  }

  private Object key(GraphInfo.Vertices type, KeyColumn column, int pair) {
    String text = (String) column.keyAt(pair);
    try {
      return type.keys().parse(text);
    } catch (IllegalArgumentException e) {
      throw unknown(type, text);
    }
  }

  /** What to say of a source that has no embedding. */
  GraphemberException unknownSource(Object key) {
    return unknown(sources, key);
  }

  /** What to say of a destination that has no embedding. */
  GraphemberException unknownDestination(Object key) {
    return unknown(destinations, key);
  }

  private GraphemberException unknown(GraphInfo.Vertices type, Object key) {
    return new GraphemberException(
        GraphError.VERTEX_UNKNOWN,
        "inference.edgeFile names %s '%s', but graph %s has none with an embedding of that key."
            .formatted(type.name(), key, graph.name()));
  }
}
