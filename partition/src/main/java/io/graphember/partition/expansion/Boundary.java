// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.memory.array.IntArray;
import java.util.Arrays;

/**
 * The boundary B_p of a growing partition: its vertices that may have open edges.
 *
 * <p>A plain array. What is smallest is found by a histogram of the number of open edges in one
 * pass over it, which is cheaper than a heap because those numbers fall all the time. Used by one
 * thread at a time.
 */
final class Boundary {
  /** More open edges than this are all the same. */
  private static final int MOST_DISTINCT = 1024;

  private final IntArray vertices = new IntArray(64);
  private final IntArray chosen = new IntArray(16);
  private final int[] histogram = new int[MOST_DISTINCT + 1];

  void add(int vertex) {
    vertices.add(vertex);
  }

  int size() {
    return vertices.size;
  }

  /** What {@link #choose} has chosen. */
  IntArray chosen() {
    return chosen;
  }

  /**
   * Moves the {@code factor * size} vertices with the fewest open edges, one at least, to {@link
   * #chosen()}; vertices without any are dropped.
   *
   * @param open number of open edges of each vertex
   * @param room no more are chosen once they have this many open edges together
   */
  void choose(int[] open, double factor, long room) {
    chosen.size = 0;
    dropDone(open);
    if (vertices.size == 0 || room <= 0) {
      return;
    }
    int wanted = (int) Math.min(vertices.size, Math.max(1, factor * vertices.size));
    int limit = 0;
    int below = 0;
    while (below + histogram[limit] < wanted) {
      below += histogram[limit++];
    }
    take(open, limit, wanted - below, room);
  }

  /** Drops vertices without open edges and counts the others by their number. */
  private void dropDone(int[] open) {
    final int[] values = vertices.values;
    Arrays.fill(histogram, 0);
    int kept = 0;
    for (int i = 0; i < vertices.size; i++) {
      int count = open[values[i]];
      if (count > 0) {
        values[kept++] = values[i];
        histogram[Math.min(count, MOST_DISTINCT)]++;
      }
    }
    vertices.size = kept;
  }

  /** Takes all vertices with fewer open edges than the limit, and some with just as many. */
  private void take(int[] open, int limit, int atLimit, long room) {
    final int[] values = vertices.values;
    int kept = 0;
    int left = atLimit;
    long free = room;
    for (int i = 0; i < vertices.size; i++) {
      int count = Math.min(open[values[i]], MOST_DISTINCT);
      boolean taken = free > 0 && (count < limit || (count == limit && left-- > 0));
      if (taken) {
        free -= open[values[i]];
        chosen.add(values[i]);
      } else {
        values[kept++] = values[i];
      }
    }
    vertices.size = kept;
  }
}
