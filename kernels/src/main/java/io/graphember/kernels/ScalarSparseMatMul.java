// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import io.graphember.spi.CsrRows;
import java.util.Arrays;

/**
 * {@code y_i = sum_e v_e b_c(e)}, in scalar loops over whole arrays: the JIT makes no vectors of a
 * loop over parts of two arrays, each from a place of its own on, which takes three times as long.
 */
final class ScalarSparseMatMul implements SparseMatMul {
  @Override
  public void multiply(CsrRows x, int from, int to, float[] matrix, int dim, float[] y) {
    float[] row = new float[dim];
    float[] sum = new float[dim];
    for (int i = from; i < to; i++) {
      Arrays.fill(sum, 0);
      for (int e = x.offsets()[i]; e < x.offsets()[i + 1]; e++) {
        System.arraycopy(matrix, x.columns()[e] * dim, row, 0, dim);
        addScaled(x.values()[e], row, sum);
      }
      System.arraycopy(sum, 0, y, i * dim, dim);
    }
  }

  private static void addScaled(float factor, float[] row, float[] sum) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += factor * row[j];
    }
  }
}
