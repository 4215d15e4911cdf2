// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import io.graphember.spi.CsrRows;
import java.util.Arrays;

/**
 * Products of sparse rows and a dense matrix. A node lends the fastest that its JVM has to its
 * backends. Stateless; any thread.
 */
@FunctionalInterface
public interface SparseProducts {
  /** In plain loops. */
  SparseProducts PLAIN = SparseProducts::multiplyPlainly;

  /**
   * Rows {@code from .. to - 1} of {@code y = x B}: each is the sum of the rows of B that its
   * entries name, in their order. O(entries dim).
   *
   * @param x sparse rows
   * @param matrix B, row-major, {@code x.dim()} rows of {@code dim} floats
   * @param y its rows {@code from .. to - 1} of {@code dim} floats are overwritten
   */
  void multiply(CsrRows x, int from, int to, float[] matrix, int dim, float[] y);

  private static void multiplyPlainly(
      CsrRows x, int from, int to, float[] matrix, int dim, float[] y) {
    float[] row = new float[dim];
    float[] sum = new float[dim];
    for (int i = from; i < to; i++) {
      Arrays.fill(sum, 0);
      for (int e = x.offsets()[i]; e < x.offsets()[i + 1]; e++) {
        System.arraycopy(matrix, x.columns()[e] * dim, row, 0, dim);
        FloatMemory.add(x.values()[e], row, sum);
      }
      System.arraycopy(sum, 0, y, i * dim, dim);
    }
  }
}
