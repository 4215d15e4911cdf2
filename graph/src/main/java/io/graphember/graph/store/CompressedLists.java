// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.GraphError;
import io.graphember.memory.bytes.BitWriter;
import io.graphember.spi.error.GraphemberException;

/**
 * Neighbour lists as differences in few bits, made for storing; {@link NeighborCursor} reads them.
 *
 * <p>A list starts at a whole byte; a vertex without edges has none. Numbers are written from the
 * lowest bit on, N is the number of bits of the largest local number:
 *
 * <pre>
 * 5 bits   w           w bits   degree, 1 or more
 * then for each {@value #BLOCK} neighbours, or those that are left:
 * 5 bits   w           w bits   for each: the neighbour less the one before, modulo 2^N
 * </pre>
 *
 * The neighbour before the first is 0. A list of several edge types starts low again at each type,
 * that is what the modulus is for.
 *
 * @param starts [vertices + 1], first byte of each list, and the end
 * @param bytes all lists
 */
record CompressedLists(int[] starts, byte[] bytes) {
  /** Neighbours with one width: fewer follow the sizes closer, more spare widths. */
  static final int BLOCK = 8;

  /** Of all lists, half of what an array has: places in them are numbers of 31 bits. */
  private static final int MOST_BYTES = 1 << 30;

  /** Bits of a width. */
  static final int WIDTH_BITS = 5;

  static CompressedLists of(EdgeLists lists) {
    final int vertices = lists.vertices();
    final int mask = mask(vertices);
    int[] starts = new int[vertices + 1];
    BitWriter out = new BitWriter();
    for (int v = 0; v < vertices; v++) {
      final int first = lists.offsets()[v];
      final int end = lists.offsets()[v + 1];
      if (first < end) {
        put(out, end - first);
        putNeighbors(out, lists.neighbors(), first, end, mask);
        out.align();
      }
      requireRoom(out.size());
      starts[v + 1] = out.size();
    }
    return new CompressedLists(starts, out.toBytes());
  }

  /** Looked at behind each list: the next one fits what an array has beyond. */
  static void requireRoom(int bytes) {
    if (bytes > MOST_BYTES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "The compressed lists of a partition take more than %d bytes; use more partitions, or set graph.store to compact."
              .formatted(MOST_BYTES));
    }
  }

  /** The modulus of differences, less 1. */
  static int mask(int vertices) {
    return (1 << bits(Math.max(0, vertices - 1))) - 1;
  }

  private static int bits(int value) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(value);
  }

  private static void put(BitWriter out, int value) {
    final int width = bits(value);
    out.put(width, WIDTH_BITS);
    out.put(value, width);
  }

  private static void putNeighbors(BitWriter out, int[] neighbors, int first, int end, int mask) {
    int before = 0;
    for (int block = first; block < end; block += BLOCK) {
      final int blockEnd = Math.min(end, block + BLOCK);
      int used = 0;
      int last = before;
      for (int e = block; e < blockEnd; e++) {
        used |= neighbors[e] - last & mask;
        last = neighbors[e];
      }
      final int width = bits(used);
      out.put(width, WIDTH_BITS);
      for (int e = block; e < blockEnd; e++) {
        out.put(neighbors[e] - before & mask, width);
        before = neighbors[e];
      }
    }
  }
}
