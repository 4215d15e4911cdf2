// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.array;

import java.util.Arrays;

/**
 * A growing {@code long[]} for hot loops, the twin of {@link IntArray}.
 *
 * <p>Used by one thread at a time.
 */
public final class LongArray {
  /** Values; only the first {@link #size} count. */
  public long[] values;

  /** How many values count. */
  public int size;

  /** An empty array with room for {@code capacity} values. */
  public LongArray(int capacity) {
    values = new long[Math.max(capacity, 8)];
  }

  /** Appends a value. */
  public void add(long value) {
    if (size == values.length) {
      reserve(1);
    }
    values[size++] = value;
  }

  /** Appends {@code added[from .. to - 1]}. */
  public void addAll(long[] added, int from, int to) {
    reserve(to - from);
    System.arraycopy(added, from, values, size, to - from);
    size += to - from;
  }

  /** Makes room for {@code more} values behind {@link #size}. */
  public void reserve(int more) {
    int needed = Math.addExact(size, more);
    if (needed > values.length) {
      values = Arrays.copyOf(values, Math.max(needed, values.length + (values.length >> 1)));
    }
  }

  /** A copy of the values that count. */
  public long[] toArray() {
    return Arrays.copyOf(values, size);
  }
}
