// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.schema.Split;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.schema.piece.VertexPiece;

/**
 * Takes what is known of vertices of one type, in the order of their numbers. Used by one thread at
 * a time.
 */
public interface VertexSink {
  /**
   * Takes vertices that have got the next numbers.
   *
   * @param first number of the first
   * @param rows their rows in the piece
   * @param count how many of them
   */
  void append(int first, VertexPiece piece, int[] rows, int count);

  /** Takes vertices of which nothing is known but their keys. */
  void appendBlank(int first, KeyColumn keys, int[] rows, int count);

  /** Takes what a piece knows of a vertex that is there, instead of what was known before. */
  void replace(int number, VertexPiece piece, int row);

  /** Takes the split of vertices that are there. */
  void split(Split split, int[] numbers, int count);

  /** Bytes of heap taken. */
  long bytes();
}
