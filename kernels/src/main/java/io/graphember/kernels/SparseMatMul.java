// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import io.graphember.spi.CsrRows;
import io.graphember.spi.backend.SparseProducts;
import java.util.Arrays;

/**
 * Sparse rows times a matrix: sums of the matrix's rows, each kept in registers until all of it is
 * added up. Stateless; any thread.
 */
public final class SparseMatMul {
  /** The fastest that this JVM can run; both give the same bits. */
  public static final SparseProducts BEST =
      Simd.present() ? SparseMatMul::multiply : SparseProducts.PLAIN;

  private SparseMatMul() {}

  private static void multiply(CsrRows x, int from, int to, float[] matrix, int dim, float[] y) {
    SegmentedMatrix rows = new SegmentedMatrix(new float[][] {matrix}, x.dim(), 0, dim, dim);
    final int[] offsets = x.offsets();
    for (int i = from; i < to; i++) {
      if (offsets[i] == offsets[i + 1]) {
        Arrays.fill(y, i * dim, (i + 1) * dim, 0);
      } else {
        SegmentSum.BEST.sum(rows, x.columns(), x.values(), offsets[i], offsets[i + 1], y, i * dim);
      }
    }
  }
}
