// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * An append-only column of longs in chunks of 2^17, so that growing copies nothing: the twin of
 * {@link IntColumn}.
 *
 * <p>Used by one thread at a time while it grows; safe to read by many afterwards.
 */
public final class LongColumn {
  private static final int CHUNK_BITS = 17;
  private static final int CHUNK = 1 << CHUNK_BITS;
  private static final int CHUNK_MASK = CHUNK - 1;

  /** Bytes by which a column grows. */
  public static final long CHUNK_BYTES = 8L * CHUNK;

  private final List<long[]> chunks = new ArrayList<>();
  private long[] tail = new long[0];
  private long size;

  /** Number of longs. */
  public long size() {
    return size;
  }

  /** Appends a value. */
  public void add(long value) {
    int at = (int) size & CHUNK_MASK;
    if (size == (long) chunks.size() << CHUNK_BITS) {
      tail = new long[CHUNK];
      chunks.add(tail);
    }
    tail[at] = value;
    size++;
  }

  /** The value at an index, {@code 0 .. size() - 1}. */
  public long get(long index) {
    return chunks.get((int) (index >>> CHUNK_BITS))[(int) index & CHUNK_MASK];
  }
}
