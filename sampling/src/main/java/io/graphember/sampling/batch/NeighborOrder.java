// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import java.util.Arrays;

/**
 * The order of the neighbours of one vertex after another, for layers that look at them one by one:
 * by type of the edge, then by id of the source, wherever the edges come from. Parallel edges stay
 * as they came. O(d log d) for d edges.
 *
 * <p>Keeps room between vertices; used by one thread at a time.
 */
public final class NeighborOrder {
  private long[] ids = {};
  private long[] keys = {}; // what sorts an edge in the high half, its place in the low one
  private int[] places = {};

  /**
   * Sorts the edges of a vertex.
   *
   * @param vids id of the source of each edge
   * @param types type of each edge
   * @param from first edge of the vertex in both
   * @param count its edges
   * @return its edges in order, counted from 0; valid until the next call
   */
  public int[] sort(long[] vids, int[] types, int from, int count) {
    if (keys.length < count) {
      ids = new long[2 * count];
      keys = new long[2 * count];
      places = new int[2 * count];
    }
    System.arraycopy(vids, from, ids, 0, count);
    Arrays.sort(ids, 0, count);
    for (int e = 0; e < count; e++) {
      keys[e] = key(Arrays.binarySearch(ids, 0, count, vids[from + e]), e);
    }
    Arrays.sort(keys, 0, count);
    for (int i = 0; i < count; i++) {
      places[i] = (int) keys[i];
    }
    for (int i = 0; i < count; i++) {
      keys[i] = key(types[from + places[i]], i);
    }
    Arrays.sort(keys, 0, count);
    for (int i = 0; i < count; i++) {
      ids[i] = places[(int) keys[i]];
    }
    for (int i = 0; i < count; i++) {
      places[i] = (int) ids[i];
    }
    return places;
  }

  private static long key(int high, int low) {
    return (long) high << Integer.SIZE | low;
  }
}
