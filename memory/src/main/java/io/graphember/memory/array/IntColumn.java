// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.array;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * An append-only column of ints, longer than 2^31 if need be: chunks of 2^18 ints, so that growing
 * copies nothing.
 *
 * <p>Used by one thread at a time while it grows; safe to read by many afterwards.
 */
public final class IntColumn {
  private static final int CHUNK_BITS = 18;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int CHUNK_MASK = CHUNK - 1;

  /** Bytes by which a column grows. */
  public static final long CHUNK_BYTES = 4L * CHUNK;

  private final List<int[]> chunks = new ArrayList<>();
  private int[] tail = new int[0];
  private long size;

  /** Number of ints. */
  public long size() {
    return size;
  }

  /** True if the next {@link #add} allocates {@link #CHUNK_BYTES}. */
  public boolean full() {
    return size == (long) chunks.size() << CHUNK_BITS;
  }

  /** Appends a value. */
  public void add(int value) {
    int at = (int) size & CHUNK_MASK;
    if (full()) {
      tail = new int[CHUNK];
      chunks.add(tail);
    }
    tail[at] = value;
    size++;
  }

  /** Appends {@code values[from .. to - 1]}. */
  public void addAll(int[] values, int from, int to) {
    int next = from;
    while (next < to) {
      int at = (int) size & CHUNK_MASK;
      if (full()) {
        tail = new int[CHUNK];
        chunks.add(tail);
      }
      int count = Math.min(to - next, CHUNK - at);
      System.arraycopy(values, next, tail, at, count);
      next += count;
      size += count;
    }
  }

  /** The value at an index, {@code 0 .. size() - 1}. */
  public int get(long index) {
    return chunks.get((int) (index >>> CHUNK_BITS))[(int) index & CHUNK_MASK];
  }

  /** Copies {@code count} values from an index on to the beginning of an array. */
  public void read(long index, int[] target, int count) {
    int done = 0;
    while (done < count) {
      int at = (int) (index + done) & CHUNK_MASK;
      int part = Math.min(count - done, CHUNK - at);
      System.arraycopy(chunks.get((int) (index + done >>> CHUNK_BITS)), at, target, done, part);
      done += part;
    }
  }

  /**
   * Replaces values by others.
   *
   * @param from index of the first
   * @param to behind that of the last
   */
  public void replace(long from, long to, IntUnaryOperator by) {
    for (long index = from; index < to; ) {
      final int[] chunk = chunks.get((int) (index >>> CHUNK_BITS));
      final int end = (int) Math.min(CHUNK, (index & CHUNK_MASK) + to - index);
      for (int at = (int) index & CHUNK_MASK; at < end; at++, index++) {
        chunk[at] = by.applyAsInt(chunk[at]);
      }
    }
  }

  /** Forgets all values and their memory. */
  public void clear() {
    chunks.clear();
    tail = new int[0];
    size = 0;
  }
}
