// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.memory.RowStorage;

/**
 * Feature rows in the order in which they came, in chunks of whole rows of about 4 MiB. A chunk
 * that is full is not written any more. Used by one thread at a time.
 */
final class FloatColumn {
  private static final int CHUNK_FLOATS = 1 << 20;

  private final int dim;
  private final int rowsPerChunk;
  private final FloatChunks chunks;
  private int rows;

  /**
   * No rows.
   *
   * @param storage keeps chunks that are full
   */
  FloatColumn(int dim, RowStorage storage) {
    this.dim = dim;
    this.rowsPerChunk = Math.max(1, CHUNK_FLOATS / dim);
    this.chunks = new FloatChunks(rowsPerChunk * dim, storage);
  }

  /** Appends the row that stands in an array from an index on. */
  void add(float[] values, int from) {
    if (full()) {
      chunks.begin();
    }
    System.arraycopy(values, from, chunks.last(), start(rows), dim);
    rows++;
  }

  /** True if the next row takes another chunk. */
  boolean full() {
    return rows % rowsPerChunk == 0;
  }

  long chunkBytes() {
    return 4L * rowsPerChunk * dim;
  }

  /** Copies a row out; a row that never came is zeros. */
  void read(int row, float[] target, int offset) {
    chunks.get(row / rowsPerChunk).get(start(row), target, offset, dim);
  }

  /** Bytes of heap. */
  long bytes() {
    return chunks.bytes();
  }

  private int start(int row) {
    return row % rowsPerChunk * dim;
  }
}
