// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.product;

import io.graphember.kernels.Simd;
import java.lang.invoke.MethodHandles;

/**
 * Dot products of one row x with rows y. The products of the floats are added to {@value #SUMS}
 * partial sums, float j to sum {@code j % 16}, with fused multiplications; then sum i takes sum
 * {@code i + 8}, of those left sum {@code i + 4}, and so on. Both twins do so: the bits of a
 * product depend on the two rows alone, not on what other rows there are. Stateless; any thread.
 */
public interface RowProducts {
  /** The faster twin that this JVM can run. */
  RowProducts BEST = Simd.choose(MethodHandles.lookup(), RowProducts.class, ScalarRowProducts::new);

  /** Partial sums of a product. */
  int SUMS = 16;

  /**
   * {@code x . y}. O(dim).
   *
   * @param x holds the row x from {@code xAt} on
   * @param y holds the row y from {@code yAt} on
   * @param dim floats of a row, 0 or more
   */
  float product(float[] x, int xAt, float[] y, int yAt, int dim);

  /**
   * {@code out_i = x . y_i} for rows that follow one another. O(count dim).
   *
   * @param x holds the row x from 0 on
   * @param y holds the rows y, row i from {@code yAt + i dim} on
   * @param count how many rows y, 0 or more
   * @param dim floats of a row, 0 or more
   * @param out receives {@code count} floats from 0 on
   */
  default void products(float[] x, float[] y, int yAt, int count, int dim, float[] out) {
    for (int i = 0; i < count; i++) {
      out[i] = product(x, 0, y, yAt + i * dim, dim);
    }
  }
}
