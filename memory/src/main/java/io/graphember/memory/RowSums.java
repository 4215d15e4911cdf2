// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.kernels.SegmentSum;
import io.graphember.kernels.SegmentedMatrix;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Sums of rows that a kernel cannot add up where they lie: some at a time are copied and added to
 * the sum of those before, which gives the bits of rows in the heap. Used by one thread.
 */
final class RowSums {
  private static final int MOST_ROWS = 32;
  private static final int MOST_FLOATS = 8192; // of several rows: they stay in the first cache
  private static final int[] NAMES = IntStream.rangeClosed(0, MOST_ROWS).toArray();
  private static final ThreadLocal<RowSums> LAST = ThreadLocal.withInitial(() -> new RowSums(1));

  private final int dim;
  private final int most; // rows at a time
  private final float[] copies; // the sum of those before, and rows
  private final float[] factors;
  private final SegmentedMatrix matrix;

  private RowSums(int dim) {
    this.dim = dim;
    this.most = Math.max(1, Math.min(MOST_ROWS, MOST_FLOATS / dim));
    this.copies = new float[(most + 1) * dim];
    this.factors = new float[most + 1];
    this.matrix = new SegmentedMatrix(new float[][] {copies}, most + 1, 0, dim, dim);
    factors[0] = 1;
  }

  /** For rows of so many floats; a thread uses it until it needs one for others. */
  static RowSums of(int dim) {
    RowSums sums = LAST.get();
    if (sums.dim != dim) {
      sums = new RowSums(dim);
      LAST.set(sums);
    }
    return sums;
  }

  /** See {@link RowMatrix#sum}. */
  void sum(
      RowMatrix rows,
      int[] names,
      float @Nullable [] weights,
      int from,
      int to,
      float[] target,
      int at) {
    for (int i = from; i < to; i += most) {
      final int count = Math.min(most, to - i);
      for (int j = 0; j < count; j++) {
        rows.read(names[i + j], copies, (j + 1) * dim);
      }
      if (i > from) {
        System.arraycopy(target, at, copies, 0, dim);
      }
      if (weights != null) {
        System.arraycopy(weights, i, factors, 1, count);
      }
      SegmentSum.BEST.sum(
          matrix, NAMES, weights == null ? null : factors, i > from ? 0 : 1, count + 1, target, at);
    }
  }
}
