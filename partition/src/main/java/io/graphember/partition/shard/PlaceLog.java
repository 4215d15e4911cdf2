// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import java.util.ArrayList;
import java.util.List;

/**
 * Which rows have given which places to the ends of edges, a piece at a time: a shard that finds a
 * key unknown knows its place alone. Used by one thread at a time.
 */
final class PlaceLog {
  private final List<List<Piece>> ofTypes = new ArrayList<>(); // of each vertex type, by place

  /**
   * A piece whose rows name vertices.
   *
   * @param first place of the vertex in its first row
   * @param who what its rows are called in messages; empty if they are called by number
   * @param edgeType of its rows
   * @param firstRow rows of the type that came before
   */
  record Piece(long first, String who, int edgeType, long firstRow) {}

  /** The next piece that names vertices of a type. */
  void add(int vertexType, long first, String who, int edgeType, long firstRow) {
    while (ofTypes.size() <= vertexType) {
      ofTypes.add(new ArrayList<>());
    }
    ofTypes.get(vertexType).add(new Piece(first, who, edgeType, firstRow));
  }

  /** The piece that has given a place. */
  Piece find(int vertexType, long place) {
    final List<Piece> pieces = vertexType < ofTypes.size() ? ofTypes.get(vertexType) : List.of();
    if (pieces.isEmpty()) {
      throw MessageReader.malformed("no edge has named place " + place);
    }
    int low = 0;
    int high = pieces.size() - 1;
    while (low < high) { // the last piece that does not begin behind the place
      final int middle = (low + high + 1) >>> 1;
      if (pieces.get(middle).first() <= place) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return pieces.get(low);
  }
}
