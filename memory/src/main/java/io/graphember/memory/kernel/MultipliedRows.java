// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

/**
 * Rows times a matrix. Both twins add up the products of an element in the order of the matrix's
 * rows, each with one rounding, so they give the same bits, and a row the same whatever other rows
 * there are. Stateless; any thread.
 */
public interface MultipliedRows {
  /** The faster twin that this JVM can run. */
  MultipliedRows BEST = VectorModule.choose(MultipliedRows.class, PlainMultipliedRows::new);

  /** Floats that strides of the matrix and of the products are multiples of: a line of 64 bytes. */
  int LINE = 16;

  /** The smallest stride of rows of so many floats. */
  static int stride(int columns) {
    return (columns + LINE - 1) / LINE * LINE;
  }

  /**
   * {@code y = x W}. O(rows in stride).
   *
   * @param x rows, the first float of row i at {@code i * xStride}
   * @param rows how many rows, 0 or more
   * @param in floats of a row of x that count
   * @param matrix W in row-major order from {@code at} on: {@code in} rows of {@code stride} floats
   * @param at first float of the matrix
   * @param stride floats of a row of W and of y, a multiple of {@link #LINE}
   * @param y receives {@code rows * stride} floats
   */
  void multiply(
      float[] x, int xStride, int rows, int in, float[] matrix, int at, int stride, float[] y);
}
