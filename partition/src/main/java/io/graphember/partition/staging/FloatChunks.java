// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.RowStorage;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.List;

/** Chunks of floats, of which the last one is written. Used by one thread at a time. */
final class FloatChunks {
  private final int length;
  private final RowStorage storage;
  private final List<FloatBuffer> chunks = new ArrayList<>();
  private float[] last = {};

  /**
   * No chunks.
   *
   * @param length floats of a chunk
   * @param storage keeps those that are not written any more
   */
  FloatChunks(int length, RowStorage storage) {
    this.length = length;
    this.storage = storage;
  }

  /** Begins a chunk of zeros; those before are not written any more. */
  void begin() {
    if (!chunks.isEmpty()) {
      chunks.set(chunks.size() - 1, storage.keep(last));
    }
    last = new float[length];
    chunks.add(FloatBuffer.wrap(last));
  }

  int size() {
    return chunks.size();
  }

  /** The chunk that is written. */
  float[] last() {
    return last;
  }

  /** A chunk, to be read. */
  FloatBuffer get(int chunk) {
    return chunks.get(chunk);
  }

  /** Bytes of heap. */
  long bytes() {
    final int kept = Math.max(0, size() - 1);
    return storage.heapBytes(4L * length * kept) + 4L * last.length;
  }
}
