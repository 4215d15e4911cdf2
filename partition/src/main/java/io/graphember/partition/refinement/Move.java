// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.partition.exchange.MessageReader;

/**
 * A move of one vertex in refinement: all its edges of one partition to another. A long, so that
 * moves need no objects: from the lowest bit on 6 bits {@code from}, 6 bits {@code to}, 9 bits
 * {@code left}, 9 bits {@code joined}, 9 bits {@code edges}, which is 1 or more.
 */
final class Move {
  /** No move. */
  static final long NONE = 0;

  private static final int PARTITION_BITS = 6;
  private static final int COUNT_BITS = 9; // MoveSearch.MOST_DEGREE and its vertex fit
  private static final int PARTITION_MASK = (1 << PARTITION_BITS) - 1;
  private static final int COUNT_MASK = (1 << COUNT_BITS) - 1;

  private Move() {}

  /**
   * A move.
   *
   * @param left vertices that leave partition {@code from}
   * @param joined vertices that join partition {@code to}
   * @param edges edges that go from one to the other, 1 or more
   */
  static long of(int from, int left, int to, int joined, int edges) {
    return (((long) edges << COUNT_BITS | joined) << COUNT_BITS | left) << 2 * PARTITION_BITS
        | to << PARTITION_BITS
        | from;
  }

  /** A move that another shard has sent. */
  static long checked(long move, int partitions) {
    if (move >>> 2 * PARTITION_BITS + 3 * COUNT_BITS != 0
        || edges(move) == 0
        || from(move) >= partitions
        || to(move) >= partitions
        || from(move) == to(move)) {
      throw MessageReader.malformed("a move is " + move);
    }
    return move;
  }

  static int from(long move) {
    return (int) move & PARTITION_MASK;
  }

  static int to(long move) {
    return (int) (move >>> PARTITION_BITS) & PARTITION_MASK;
  }

  static int left(long move) {
    return (int) (move >>> 2 * PARTITION_BITS) & COUNT_MASK;
  }

  static int joined(long move) {
    return (int) (move >>> 2 * PARTITION_BITS + COUNT_BITS) & COUNT_MASK;
  }

  static int edges(long move) {
    return (int) (move >>> 2 * PARTITION_BITS + 2 * COUNT_BITS) & COUNT_MASK;
  }
}
