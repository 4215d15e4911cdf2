// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.array;

import java.util.Arrays;

/**
 * An append-only column of longs in chunks of 128 KiB, so that growing copies nothing.
 *
 * <p>Used by one thread at a time while it grows; safe to read by many afterwards.
 */
public final class LongColumn {
  private static final int CHUNK_BITS = 14;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int CHUNK_MASK = CHUNK - 1;

  private long[][] chunks = new long[4][];
  private int size;

  /** Number of longs. */
  public int size() {
    return size;
  }

  /**
   * Appends a value.
   *
   * @throws ArithmeticException behind 2^31 - 1 of them
   */
  public void add(long value) {
    int chunk = size >>> CHUNK_BITS;
    if (chunk == chunks.length) {
      chunks = Arrays.copyOf(chunks, 2 * chunk);
    }
    if (chunks[chunk] == null) {
      chunks[chunk] = new long[CHUNK];
    }
    chunks[chunk][size & CHUNK_MASK] = value;
    size = Math.incrementExact(size);
  }

  /** The value at an index, {@code 0 .. size() - 1}. */
  public long get(int index) {
    return chunks[index >>> CHUNK_BITS][index & CHUNK_MASK];
  }

  /** Replaces the value at an index, {@code 0 .. size() - 1}. */
  public void set(int index, long value) {
    chunks[index >>> CHUNK_BITS][index & CHUNK_MASK] = value;
  }

  /** Bytes of heap taken. */
  public long bytes() {
    return 8L * CHUNK * ((size + (long) CHUNK_MASK) >>> CHUNK_BITS) + 8L * chunks.length;
  }
}
