// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.spi.FeaturePrecision;
import java.nio.FloatBuffer;
import java.util.function.Consumer;

/** Where floats are kept that are written once, for as long as somebody reads them. */
public interface RowStorage {
  /** Keeps rows in the heap. */
  RowStorage HEAP = new HeapRows();

  /** A matrix of rows as they come; see below. */
  default DenseRows fill(int rows, int dim, Consumer<RowSink> writer) {
    return fill(FeaturePrecision.FLOAT32, rows, dim, writer);
  }

  /**
   * A matrix of rows.
   *
   * @param precision how rows are kept; those of 16 bits are rounded to nearest
   * @param rows number of rows, 0 or more
   * @param dim floats of a row, positive
   * @param writer writes each row once, in ascending order; its errors are passed on, and nothing
   *     is kept then
   */
  DenseRows fill(FeaturePrecision precision, int rows, int dim, Consumer<RowSink> writer);

  /** Bytes of rows in a slab, of so many floats each. */
  static long slabBytes(FeaturePrecision precision, long rows, int dim) {
    return RowSlab.estimateBytes(rows, precision.words(dim));
  }

  /**
   * Floats that are read from now on and not written any more, from index 0 on.
   *
   * @param chunk some MiB; not to be written any more
   */
  FloatBuffer keep(float[] chunk);

  /**
   * Bytes of heap that rows take here.
   *
   * @param bytes that they take in a {@link RowSlab}
   */
  long heapBytes(long bytes);
}
