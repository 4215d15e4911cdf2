// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import io.graphember.spi.CsrRows;
import java.util.Arrays;

/**
 * {@code y_i = sum_e v_e b_c(e)}, by vectors: each sum is kept in registers until all of it is
 * added up, see {@link VectorSegmentSum}.
 */
final class VectorSparseMatMul implements SparseMatMul {
  @Override
  public void multiply(CsrRows x, int from, int to, float[] matrix, int dim, float[] y) {
    final SegmentedMatrix rows = new SegmentedMatrix(new float[][] {matrix}, x.dim(), 0, dim, dim);
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
