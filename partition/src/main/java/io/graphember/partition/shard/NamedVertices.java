// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.schema.piece.KeyColumn;

/**
 * Which vertices the pieces of a shard name: the largest number of each type, until it is known how
 * many there are. Used by one thread at a time.
 */
final class NamedVertices {
  private final int[] most; // largest number of a vertex of each type, plus 1

  NamedVertices(int types) {
    most = new int[types];
  }

  /** The numbers of a column, within a vertex type. */
  int[] numbers(KeyColumn column, int type) {
    int[] numbers = new int[column.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(column.longAt(i), type);
    }
    return numbers;
  }

  /** A number that came, within a vertex type. */
  int number(long came, int type) {
    final int number = MessageReader.index(came, Integer.MAX_VALUE);
    most[type] = Math.max(most[type], number + 1);
    return number;
  }

  /** There are so many vertices of a type at least. */
  void requireCount(long count, int type) {
    if (count > 0) {
      number(count - 1, type);
    }
  }

  /**
   * Refuses counts that are no counts, or less than what has come.
   *
   * @param vertexCounts vertices of each type
   */
  void requireCounts(int[] vertexCounts) {
    if (vertexCounts.length != most.length) {
      throw MessageReader.malformed(vertexCounts.length + " vertex types");
    }
    long vertices = 0;
    for (int t = 0; t < most.length; t++) {
      vertices += vertexCounts[t];
      if (vertexCounts[t] < most[t] || vertices > Integer.MAX_VALUE) {
        throw MessageReader.malformed("a vertex is " + most[t] + " of " + vertexCounts[t]);
      }
    }
  }
}
