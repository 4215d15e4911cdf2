// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.model;

/**
 * A parameter of a program: a matrix in row-major order, a vector is one row.
 *
 * @param name unique within the program
 * @param rows rows, positive
 * @param columns columns, positive
 * @param initial value around which its first values are drawn
 * @param bound how far they may be from it, uniformly; 0 for a constant
 */
public record Weight(String name, int rows, int columns, double initial, double bound) {
  /** Checks the shape. */
  public Weight {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "weight %s must have rows and columns: %d x %d".formatted(name, rows, columns));
    }
  }

  /**
   * A matrix with first values after Glorot and Bengio (AISTATS 2010, equation 16): {@code U(-a,
   * a)} with {@code a = sqrt(6 / (in + out))}.
   *
   * @param blocks matrices of {@code in x out} stacked in it
   */
  static Weight glorot(String name, int blocks, int in, int out) {
    double bound = Math.sqrt(6.0 / ((double) in + out));
    return new Weight(name, Math.multiplyExact(blocks, in), out, 0, bound);
  }
}
