// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import java.util.Arrays;

/**
 * A linear map between rows that treats all columns alike: {@code r[to] += coefficient * x[from]}
 * for each of its entries. Gathers, sums and means are such maps; backward is the transposed map.
 */
final class RowMap {
  private int[] to = new int[16];
  private int[] from = new int[16];
  private double[] coefficients = new double[16];
  private int size;

  RowMap add(int toRow, int fromRow, double coefficient) {
    if (size == to.length) {
      to = Arrays.copyOf(to, 2 * size);
      from = Arrays.copyOf(from, 2 * size);
      coefficients = Arrays.copyOf(coefficients, 2 * size);
    }
    to[size] = toRow;
    from[size] = fromRow;
    coefficients[size++] = coefficient;
    return this;
  }

  /** Adds the map of {@code x} to {@code r}, both with rows of that width. */
  void forward(double[] x, double[] r, int width) {
    for (int i = 0; i < size; i++) {
      addRow(coefficients[i], x, from[i] * width, r, to[i] * width, width);
    }
  }

  /** Adds the gradient of {@code x}, given that of {@code r}. */
  void backward(double[] dr, double[] dx, int width) {
    for (int i = 0; i < size; i++) {
      addRow(coefficients[i], dr, to[i] * width, dx, from[i] * width, width);
    }
  }

  private static void addRow(
      double factor, double[] source, int sourceAt, double[] target, int targetAt, int width) {
    for (int j = 0; j < width; j++) {
      target[targetAt + j] += factor * source[sourceAt + j];
    }
  }
}
