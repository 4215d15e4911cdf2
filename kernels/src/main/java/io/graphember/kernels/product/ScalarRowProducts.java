// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.product;

/** {@code x . y}, in scalar loops. The sums are variables, so that they stay in registers. */
final class ScalarRowProducts implements RowProducts {
  @Override
  public float product(float[] x, int xAt, float[] y, int yAt, int dim) {
    // Halves are added to halves: of eight sums 4 to 0, of four 2 to 0, of two 1 to 0.
    final float s0 = eighths(x, xAt, y, yAt, dim, 0) + eighths(x, xAt, y, yAt, dim, 4);
    final float s2 = eighths(x, xAt, y, yAt, dim, 2) + eighths(x, xAt, y, yAt, dim, 6);
    final float s1 = eighths(x, xAt, y, yAt, dim, 1) + eighths(x, xAt, y, yAt, dim, 5);
    final float s3 = eighths(x, xAt, y, yAt, dim, 3) + eighths(x, xAt, y, yAt, dim, 7);
    return (s0 + s2) + (s1 + s3);
  }

  /** Partial sum {@code first} and partial sum {@code first + 8}, together. */
  private static float eighths(float[] x, int xAt, float[] y, int yAt, int dim, int first) {
    float low = 0;
    float high = 0;
    int j = first;
    for (; j + SUMS / 2 < dim; j += SUMS) {
      low = Math.fma(x[xAt + j], y[yAt + j], low);
      high = Math.fma(x[xAt + j + SUMS / 2], y[yAt + j + SUMS / 2], high);
    }
    if (j < dim) {
      low = Math.fma(x[xAt + j], y[yAt + j], low);
    }
    return low + high;
  }
}
