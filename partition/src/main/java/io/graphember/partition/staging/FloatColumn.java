// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import java.util.ArrayList;
import java.util.List;

/**
 * Feature rows in the order in which they came, in chunks of whole rows of about 4 MiB. Used by one
 * thread at a time.
 */
final class FloatColumn {
  private static final int CHUNK_FLOATS = 1 << 20;

  private final int dim;
  private final int rowsPerChunk;
  private final List<float[]> chunks = new ArrayList<>();
  private int rows;

  FloatColumn(int dim) {
    this.dim = dim;
    this.rowsPerChunk = Math.max(1, CHUNK_FLOATS / dim);
  }

  /** Appends the row that stands in an array from an index on. */
  void add(float[] values, int from) {
    if (full()) {
      chunks.add(new float[rowsPerChunk * dim]);
    }
    rows++;
    System.arraycopy(values, from, chunks.get((rows - 1) / rowsPerChunk), start(rows - 1), dim);
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
    System.arraycopy(chunks.get(row / rowsPerChunk), start(row), target, offset, dim);
  }

  long bytes() {
    return chunkBytes() * chunks.size();
  }

  private int start(int row) {
    return row % rowsPerChunk * dim;
  }
}
