// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.memory.StoredBytes;

/**
 * Reads the lists of {@link CompressedLists} one neighbour after the other; moved from list to list
 * without being made anew. Used by one thread.
 */
final class NeighborCursor {
  private static final int WIDTH_MASK = (1 << CompressedLists.WIDTH_BITS) - 1;

  private final StoredBytes bytes;
  private final int mask;
  private long bit;
  private int inBlock;
  private int width;
  private int neighbor;

  /**
   * A cursor that stands nowhere.
   *
   * @param bytes holds the lists
   * @param vertices number of local vertices
   */
  NeighborCursor(StoredBytes bytes, int vertices) {
    this.bytes = bytes;
    mask = CompressedLists.mask(vertices);
  }

  /**
   * Moves before the first neighbour of a list.
   *
   * @param start first byte of a list that is not empty
   * @return its number of neighbours
   */
  int moveTo(long start) {
    bit = start << 3;
    inBlock = 0;
    neighbor = 0;
    return number(number(CompressedLists.WIDTH_BITS));
  }

  /** The next neighbour; called no more often than the list is long. */
  int next() {
    if (inBlock == 0) {
      width = number(CompressedLists.WIDTH_BITS);
      inBlock = CompressedLists.BLOCK;
    }
    inBlock--;
    neighbor = neighbor + number(width) & mask;
    return neighbor;
  }

  /** Reads the first neighbours of a list. */
  void read(int[] target, int at, int count) {
    final StoredBytes bytes = this.bytes;
    final int mask = this.mask;
    long position = bit;
    int before = 0;
    for (int block = 0; block < count; block += CompressedLists.BLOCK) {
      final int bits = (int) word(bytes, position) & WIDTH_MASK;
      final long bitsMask = (1L << bits) - 1;
      position += CompressedLists.WIDTH_BITS;
      final int end = at + Math.min(count, block + CompressedLists.BLOCK);
      for (int i = at + block; i < end; i++, position += bits) {
        before = before + (int) (word(bytes, position) & bitsMask) & mask;
        target[i] = before;
      }
    }
  }

  /** The first byte that is not read yet. */
  long position() {
    return (bit + 7) >>> 3;
  }

  private int number(int bits) {
    final int value = (int) (word(bytes, bit) & (1L << bits) - 1);
    bit += bits;
    return value;
  }

  private static long word(StoredBytes bytes, long bit) {
    return bytes.longAt(bit >>> 3) >>> (bit & 7);
  }
}
