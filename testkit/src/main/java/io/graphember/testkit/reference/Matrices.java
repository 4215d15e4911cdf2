// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

/** The three matrix products of a dense layer, row-major, each added to its result. */
final class Matrices {
  private Matrices() {}

  /** {@code out[rows, columns] += left[rows, inner] * weights[inner, columns]}. */
  static void multiply(
      double[] left, int rows, double[] weights, int offset, int inner, int columns, double[] out) {
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < inner; k++) {
        final double value = left[i * inner + k];
        if (value != 0) { // bags of words are mostly zeros
          for (int j = 0; j < columns; j++) {
            out[i * columns + j] += value * weights[offset + k * columns + j];
          }
        }
      }
    }
  }

  /** {@code out[rows, inner] += gradient[rows, columns] * transposed weights[inner, columns]}. */
  static void multiplyTransposed(
      double[] gradient,
      int rows,
      double[] weights,
      int offset,
      int inner,
      int columns,
      double[] out) {
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < inner; k++) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
          sum += gradient[i * columns + j] * weights[offset + k * columns + j];
        }
        out[i * inner + k] += sum;
      }
    }
  }

  /** {@code out[inner, columns] += transposed left[rows, inner] * gradient[rows, columns]}. */
  static void transposedMultiply(
      double[] left,
      int rows,
      double[] gradient,
      int inner,
      int columns,
      double[] out,
      int offset) {
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < inner; k++) {
        final double value = left[i * inner + k];
        if (value != 0) {
          for (int j = 0; j < columns; j++) {
            out[offset + k * columns + j] += value * gradient[i * columns + j];
          }
        }
      }
    }
  }
}
