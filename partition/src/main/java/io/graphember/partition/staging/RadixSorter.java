// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorts stretches of keys that are not negative, digit by digit from the lowest (LSD radix sort):
 * O(n) for each 11 bits. What belongs to a key may be moved with it.
 *
 * <p>Room for the longest stretch that was sorted digit by digit: 8 bytes a key, 4 more with what
 * belongs to it; keys alone are sorted where they are if there are more than {@link #MOST_KEYS}.
 * Used by one thread at a time.
 */
final class RadixSorter {
  /** Keys without anything are sorted digit by digit in stretches of up to so many. */
  static final int MOST_KEYS = 1 << 18;

  private static final int DIGIT_BITS = 11;
  private static final int DIGITS = 1 << DIGIT_BITS;

  /** Shorter stretches are sorted by comparison: clearing counters would cost more. */
  private static final int FEWEST_KEYS = 1 << 9;

  private final int[] next = new int[DIGITS];
  private long[] keys = new long[0];
  private int[] others = new int[0];

  /**
   * Sorts {@code keys[from .. to - 1]}.
   *
   * @param others moved in the same way; null for nothing
   * @param bits bits of the largest key
   */
  void sort(long[] keys, int @Nullable [] others, int from, int to, int bits) {
    final int size = to - from;
    if (size < 2) {
      return;
    }
    if (others == null && (size < FEWEST_KEYS || size > MOST_KEYS)) {
      Arrays.sort(keys, from, to);
      return;
    }
    reserve(size, others != null);
    boolean here = true; // where the keys are: in the caller's array or in this one's
    for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
      long[] source = here ? keys : this.keys;
      final int start = here ? from : 0;
      count(source, start, size, shift);
      if (next[digit(source[start], shift)] == size) {
        continue; // all have the same digit
      }
      begin(here ? 0 : from);
      if (others == null) {
        move(source, start, size, shift, here ? this.keys : keys);
      } else {
        move(
            source,
            here ? others : this.others,
            start,
            size,
            shift,
            here ? this.keys : keys,
            here ? this.others : others);
      }
      here = !here;
    }
    if (!here) {
      System.arraycopy(this.keys, 0, keys, from, size);
      if (others != null) {
        System.arraycopy(this.others, 0, others, from, size);
      }
    }
  }

  private void reserve(int size, boolean withOthers) {
    if (keys.length < size) {
      keys = new long[size];
    }
    if (withOthers && others.length < size) {
      others = new int[size];
    }
  }

  private static int digit(long key, int shift) {
    return (int) (key >>> shift) & DIGITS - 1;
  }

  private void count(long[] source, int start, int size, int shift) {
    final int[] counts = next;
    Arrays.fill(counts, 0);
    for (int i = start; i < start + size; i++) {
      counts[digit(source[i], shift)]++;
    }
  }

  /** Turns counts into places. */
  private void begin(int first) {
    int place = first;
    for (int d = 0; d < DIGITS; d++) {
      int count = next[d];
      next[d] = place;
      place += count;
    }
  }

  private void move(long[] source, int start, int size, int shift, long[] target) {
    final int[] places = next;
    for (int i = start; i < start + size; i++) {
      long key = source[i];
      target[places[digit(key, shift)]++] = key;
    }
  }

  private void move(
      long[] source,
      int[] sourceOthers,
      int start,
      int size,
      int shift,
      long[] target,
      int[] targetOthers) {
    final int[] places = next;
    for (int i = start; i < start + size; i++) {
      long key = source[i];
      int place = places[digit(key, shift)]++;
      target[place] = key;
      targetOthers[place] = sourceOthers[i];
    }
  }
}
