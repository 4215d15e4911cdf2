// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Draws subsets of {@code [0, D)}. Keeps scratch between draws; used by one thread at a time.
 *
 * <p>Floyd's algorithm (Bentley and Floyd, CACM 30(9), 1987): expected O(k) for any D. A position
 * is looked for among those drawn already by a word of 64 bits and a scan where k is small, by open
 * addressing where it is not.
 */
public final class Positions {
  /** Up to here most look-ups end at the word. */
  private static final int SCAN_MAX = 48;

  private long[] table = new long[256]; // draw number << 32 | position
  private int draw;

  /**
   * Draws a uniform k-subset of {@code [0, degree)}.
   *
   * @param key key of the stream of this vertex, hop and batch
   * @param degree D, at least k
   * @param k number of positions, positive
   * @param positions receives k distinct positions
   * @param at where the first one goes
   */
  public void draw(long key, int degree, int k, int[] positions, int at) {
    if (k <= SCAN_MAX) {
      scan(key, degree, k, positions, at);
    } else {
      probe(key, degree, k, positions, at);
    }
  }

  private static void scan(long key, int degree, int k, int[] positions, int at) {
    long seen = 0;
    int next = at;
    long counter = key;
    for (int j = degree - k; j < degree; j++) {
      counter += CounterRandom.GOLDEN;
      int position = CounterRandom.bounded(CounterRandom.mix(counter), j + 1);
      if ((seen & 1L << position) != 0 && contains(positions, at, next, position)) {
        position = j;
      }
      seen |= 1L << position;
      positions[next++] = position;
    }
  }

  private static boolean contains(int[] positions, int from, int to, int position) {
    for (int i = from; i < to; i++) {
      if (positions[i] == position) {
        return true;
      }
    }
    return false;
  }

  private void probe(long key, int degree, int k, int[] positions, int at) {
    begin(k);
    for (int i = 0; i < k; i++) {
      final int j = degree - k + i;
      int position = CounterRandom.bounded(CounterRandom.bits(key, i), j + 1);
      if (!add(position)) {
        position = j;
        add(j);
      }
      positions[at + i] = position;
    }
  }

  /** Forgets what the table holds, and makes room for k positions. */
  private void begin(int k) {
    if (table.length < 4L * k) {
      table = new long[Integer.highestOneBit(k) << 3];
      draw = 0;
    }
    if (++draw == Integer.MAX_VALUE) {
      Arrays.fill(table, 0);
      draw = 1;
    }
  }

  /** Adds a position; false if it is there already. */
  private boolean add(int position) {
    final long entry = (long) draw << 32 | position;
    final int mask = table.length - 1;
    int slot = (int) CounterRandom.mix(position) & mask;
    while ((int) (table[slot] >>> 32) == draw) {
      if (table[slot] == entry) {
        return false;
      }
      slot = (slot + 1) & mask;
    }
    table[slot] = entry;
    return true;
  }
}
