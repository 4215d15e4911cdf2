// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import java.util.Arrays;

/** {@code dx += sum_k g_k y_k; dy_k += g_k x}, in scalar loops. */
final class ScalarSkipGram implements SkipGram {
  @Override
  public void train(
      float[] x,
      int xAt,
      float[] dx,
      float[][] y,
      float[][] dy,
      int[] yAt,
      int count,
      int dim,
      float rate,
      float[] scratch) {
    final int change = sums(count, count);
    Arrays.fill(scratch, 2 * count, change + dim, 0);
    final int whole = dim / PARTIAL_SUMS * PARTIAL_SUMS;
    for (int k = 0; k < count; k++) {
      for (int j = 0; j < whole; j += PARTIAL_SUMS) {
        add16(x, xAt + j, y[k], yAt[k] + j, scratch, sums(count, k));
      }
      addProducts(x, xAt, y[k], yAt[k], whole, dim, scratch, sums(count, k));
    }
    totals(scratch, count);
    Sigmoid.factors(scratch, count, rate);
    for (int k = 0; k < count; k++) {
      addScaled(scratch[count + k], y[k], yAt[k], scratch, change, dim);
      addScaled(scratch[count + k], x, xAt, dy[k], yAt[k], dim);
    }
    for (int j = 0; j < dim; j++) {
      dx[xAt + j] += scratch[change + j];
    }
  }

  private static void add16(float[] x, int xAt, float[] y, int yAt, float[] sums, int at) {
    for (int i = 0; i < PARTIAL_SUMS; i++) {
      sums[at + i] = Math.fma(x[xAt + i], y[yAt + i], sums[at + i]);
    }
  }

  private static void addScaled(
      float factor, float[] row, int from, float[] target, int at, int dim) {
    for (int j = 0; j < dim; j++) {
      target[at + j] = Math.fma(row[from + j], factor, target[at + j]);
    }
  }

  /** Where the partial sums of an output row are in the scratch. */
  static int sums(int count, int row) {
    return 2 * count + row * PARTIAL_SUMS;
  }

  /** Adds the products of columns {@code from .. to - 1} to the partial sums. */
  static void addProducts(
      float[] x, int xAt, float[] y, int yAt, int from, int to, float[] sums, int at) {
    for (int j = from; j < to; j++) {
      final int sum = at + j % PARTIAL_SUMS;
      sums[sum] = Math.fma(x[xAt + j], y[yAt + j], sums[sum]);
    }
  }

  /** Adds the partial sums of each product up. */
  static void totals(float[] scratch, int count) {
    for (int k = 0; k < count; k++) {
      scratch[k] = total(scratch, sums(count, k));
    }
  }

  /** In pairs. */
  private static float total(float[] p, int at) {
    final float a = (p[at] + p[at + 1]) + (p[at + 2] + p[at + 3]);
    final float b = (p[at + 4] + p[at + 5]) + (p[at + 6] + p[at + 7]);
    final float c = (p[at + 8] + p[at + 9]) + (p[at + 10] + p[at + 11]);
    final float d = (p[at + 12] + p[at + 13]) + (p[at + 14] + p[at + 15]);
    return (a + b) + (c + d);
  }

  /**
   * Changes one column.
   *
   * @param value of x there
   * @param factors from index {@code count} on
   */
  static void column(
      float value,
      float[] dx,
      int dxAt,
      float[][] y,
      float[][] dy,
      int[] yAt,
      int column,
      int count,
      float[] factors) {
    float change = 0;
    for (int k = 0; k < count; k++) {
      final float factor = factors[count + k];
      final int at = yAt[k] + column;
      change = Math.fma(y[k][at], factor, change);
      dy[k][at] = Math.fma(value, factor, dy[k][at]);
    }
    dx[dxAt] += change;
  }
}
