// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

/** Sums of moduli, in scalar loops with fused multiplications. */
final class ScalarModulusDistances extends ScalarDistances implements ModulusDistances {
  @Override
  float distance(float[] x, int xAt, float[] y, int yAt, int dim) {
    final int half = dim / 2;
    float sum = 0;
    for (int k = 0; k < half; k++) {
      final float real = x[xAt + k] - y[yAt + k];
      final float imaginary = x[xAt + half + k] - y[yAt + half + k];
      final float square = Math.fma(imaginary, imaginary, real * real);
      final float root = root(square);
      final float product = square * root;
      sum = Math.fma(product, Math.fma(product, root, -SECOND), sum);
    }
    return sum * SCALE;
  }

  /** The first step. */
  private static float root(float square) {
    final float root = Float.intBitsToFloat(MAGIC - (Float.floatToRawIntBits(square) >>> 1));
    return root * Math.fma(square * root, root, -FIRST);
  }

  @Override
  void add(
      float weight,
      float distance,
      float[] x,
      int xAt,
      float[] y,
      int yAt,
      int dim,
      float[] dx,
      float[] dy) {
    final int half = dim / 2;
    final float scaled = weight * SCALE;
    for (int k = xAt, j = yAt; k < xAt + half; k++, j++) {
      final float real = x[k] - y[j];
      final float imaginary = x[k + half] - y[j + half];
      final float square = Math.fma(imaginary, imaginary, real * real);
      final float root = root(square);
      final float factor = scaled * (root * Math.fma(square * root, root, -SECOND));
      dx[k] += real * factor;
      dx[k + half] += imaginary * factor;
      dy[j] -= real * factor;
      dy[j + half] -= imaginary * factor;
    }
  }
}
