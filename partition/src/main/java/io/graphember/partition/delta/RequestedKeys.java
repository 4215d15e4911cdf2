// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.delta;

import io.graphember.graph.key.KeyDictionary;
import io.graphember.schema.EdgeType;
import io.graphember.schema.GraphHeader;
import io.graphember.schema.VertexType;
import io.graphember.schema.piece.EdgePiece;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.Piece;
import io.graphember.schema.piece.SplitPiece;
import io.graphember.schema.piece.VertexPiece;
import java.util.ArrayList;
import java.util.List;

/** The keys that pieces name, each once, by vertex type. Used by one thread. */
public final class RequestedKeys {
  private RequestedKeys() {}

  /**
   * The keys of some pieces: those of vertices and splits with their rows, ends of edges without.
   *
   * @param header what the pieces look like
   */
  public static SealedRequest of(GraphHeader header, Iterable<Piece> pieces) {
    final List<KeyDictionary> types = new ArrayList<>();
    for (VertexType type : header.vertexTypes()) {
      types.add(KeyDictionary.of(type.keyKind()));
    }
    for (Piece piece : pieces) {
      if (piece instanceof VertexPiece vertices) {
        add(vertices.keys(), types.get(vertices.type()));
      } else if (piece instanceof SplitPiece split) {
        add(split.keys(), types.get(split.type()));
      }
    }
    final int[] withRows = types.stream().mapToInt(KeyDictionary::size).toArray();
    for (Piece piece : pieces) {
      if (piece instanceof EdgePiece edges) {
        final EdgeType type = header.edgeType(edges.type());
        add(edges.sources(), types.get(type.source()));
        add(edges.destinations(), types.get(type.destination()));
      }
    }
    final List<List<String>> keys = new ArrayList<>();
    for (int t = 0; t < types.size(); t++) {
      keys.add(texts(types.get(t), header.vertexType(t)));
    }
    return new SealedRequest(keys, withRows);
  }

  private static void add(KeyColumn keys, KeyDictionary type) {
    type.add(keys, new int[keys.size()]);
  }

  private static List<String> texts(KeyDictionary keys, VertexType type) {
    final KeyColumn.Builder column = new KeyColumn.Builder(type.keyKind());
    for (int i = 0; i < keys.size(); i++) {
      keys.copy(i, column);
    }
    final KeyColumn built = column.build();
    final List<String> texts = new ArrayList<>();
    for (int i = 0; i < built.size(); i++) {
      texts.add(built.stringAt(i));
    }
    return texts;
  }
}
