// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.block;

import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.partition.VertexSplits;
import java.util.Arrays;

/**
 * Blocks of vertices around those in splits (ByteGNN, section 3.3, step 1): a search of K hops
 * begins at each of them, all at once, hop by hop; a vertex is of the block that reaches it first,
 * one in a split of its own. What no search reaches is of no block.
 *
 * <p>O(E) time, 12 bytes a vertex. Immutable.
 */
final class NeighborhoodBlocks {
  private static final int NONE = -1;

  private final int[] starts; // of each block, and the end
  private final int[] members; // by block: the centre first
  private final int[] left; // vertices of no block

  private NeighborhoodBlocks(int[] starts, int[] members, int[] left) {
    this.starts = starts;
    this.members = members;
    this.left = left;
  }

  /**
   * Finds blocks.
   *
   * @param hops K
   * @param key of the order in which searches take their turns
   */
  static NeighborhoodBlocks of(WeightedGraph graph, VertexSplits splits, int hops, long key) {
    final int vertices = graph.vertices();
    final int[] queue = new int[vertices];
    int blocks = 0;
    for (int v = 0; v < vertices; v++) {
      if (splits.of(v) != VertexSplits.NONE) {
        queue[blocks++] = v;
      }
    }
    shuffle(queue, blocks, key);
    final int[] blockOf = new int[vertices];
    Arrays.fill(blockOf, NONE);
    for (int b = 0; b < blocks; b++) {
      blockOf[queue[b]] = b;
    }
    int end = blocks;
    int from = 0;
    for (int hop = 0; hop < hops && from < end; hop++) {
      final int to = end;
      for (; from < to; from++) {
        final int v = queue[from];
        for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
          final int other = graph.neighbors()[i];
          if (blockOf[other] == NONE) {
            blockOf[other] = blockOf[v];
            queue[end++] = other;
          }
        }
      }
    }
    return grouped(queue, end, blockOf, blocks);
  }

  private static void shuffle(int[] values, int count, long key) {
    for (int i = count - 1; i > 0; i--) {
      final int j = CounterRandom.bounded(CounterRandom.bits(key, i), i + 1);
      final int held = values[i];
      values[i] = values[j];
      values[j] = held;
    }
  }

  private static NeighborhoodBlocks grouped(int[] reached, int count, int[] blockOf, int blocks) {
    final int[] starts = new int[blocks + 1];
    for (int i = 0; i < count; i++) {
      starts[blockOf[reached[i]] + 1]++;
    }
    for (int b = 0; b < blocks; b++) {
      starts[b + 1] += starts[b];
    }
    final int[] members = new int[count];
    final int[] next = starts.clone();
    for (int i = 0; i < count; i++) {
      members[next[blockOf[reached[i]]]++] = reached[i];
    }
    final int[] left = new int[blockOf.length - count];
    int kept = 0;
    for (int v = 0; v < blockOf.length; v++) {
      if (blockOf[v] == NONE) {
        left[kept++] = v;
      }
    }
    return new NeighborhoodBlocks(starts, members, left);
  }

  /** How many. */
  int count() {
    return starts.length - 1;
  }

  /** Place of the first member of a block: its centre, the vertex in a split. */
  int start(int block) {
    return starts[block];
  }

  /** Behind the last member of a block. */
  int end(int block) {
    return starts[block + 1];
  }

  /** The vertex at a place. */
  int member(int place) {
    return members[place];
  }

  /** Vertices of no block, ascending; not to be changed. */
  int[] left() {
    return left;
  }

  /**
   * The blocks, each next to one before it: a search from block to block, breadth first, that
   * begins at the largest, and again at the largest that is left.
   *
   * @param graph whose blocks they are
   */
  int[] inBreadth(WeightedGraph graph) {
    final int[] blockOf = new int[graph.vertices()];
    Arrays.fill(blockOf, NONE);
    for (int b = 0; b < count(); b++) {
      for (int place = starts[b]; place < starts[b + 1]; place++) {
        blockOf[members[place]] = b;
      }
    }
    final int[] order = new int[count()];
    final boolean[] met = new boolean[count()];
    int end = 0;
    int from = 0;
    for (int first : largestFirst()) {
      if (!met[first]) {
        met[first] = true;
        order[end++] = first;
      }
      for (; from < end; from++) {
        for (int place = starts[order[from]]; place < starts[order[from] + 1]; place++) {
          final int v = members[place];
          for (int i = graph.offsets()[v]; i < graph.offsets()[v + 1]; i++) {
            final int other = blockOf[graph.neighbors()[i]];
            if (other != NONE && !met[other]) {
              met[other] = true;
              order[end++] = other;
            }
          }
        }
      }
    }
    return order;
  }

  /** The blocks, the largest first. */
  int[] largestFirst() {
    final long[] order = new long[count()];
    Arrays.setAll(order, b -> (long) -(starts[b + 1] - starts[b]) << Integer.SIZE | b);
    Arrays.sort(order);
    final int[] sorted = new int[order.length];
    Arrays.setAll(sorted, i -> (int) order[i]);
    return sorted;
  }
}
