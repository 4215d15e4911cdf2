// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

/** Sums of moduli, in scalar loops with fused multiplications. */
final class ScalarModulusDistances extends ScalarDistances implements ModulusDistances {
  private static final int IMAGINARY = STRETCH / 2;

  ScalarModulusDistances() {
    super(2);
  }

  @Override
  void sums(float[] x, int xAt, int dim, float[] panel, float[] out, int outAt) {
    final int half = dim / 2;
    for (int k = 0; k < half; k++) {
      final int from = k * PANEL;
      final int then = from + half * PANEL;
      for (int j = 0; j < PANEL; j++) {
        final float real = x[xAt + k] - panel[from + j];
        final float imaginary = x[xAt + half + k] - panel[then + j];
        final float square = Math.fma(imaginary, imaginary, real * real);
        final float root = root(square);
        final float product = square * root;
        out[outAt + j] = Math.fma(product, Math.fma(product, root, -SECOND), out[outAt + j]);
      }
    }
    for (int j = 0; j < PANEL; j++) {
      out[outAt + j] *= SCALE;
    }
  }

  /** What the first step gives. */
  private static float root(float square) {
    final float root = Float.intBitsToFloat(MAGIC - (Float.floatToRawIntBits(square) >>> 1));
    return root * Math.fma(square * root, root, -FIRST);
  }

  @Override
  boolean factors(
      float[] distances,
      float[] weights,
      int stride,
      int rows,
      int count,
      float[] factors,
      int at) {
    return false;
  }

  @Override
  void addPair(float factor, float[] panels, int x, int dx, int y, int dy) {
    final float scaled = factor * SCALE;
    for (int k = 0; k < IMAGINARY; k++) {
      final float real = panels[x + k] - panels[y + k];
      final float imaginary = panels[x + IMAGINARY + k] - panels[y + IMAGINARY + k];
      final float square = Math.fma(imaginary, imaginary, real * real);
      final float root = root(square);
      final float inverse = scaled * (root * Math.fma(square * root, root, -SECOND));
      panels[dx + k] = Math.fma(real, inverse, panels[dx + k]);
      panels[dx + IMAGINARY + k] = Math.fma(imaginary, inverse, panels[dx + IMAGINARY + k]);
      panels[dy + k] = Math.fma(real, inverse, panels[dy + k]);
      panels[dy + IMAGINARY + k] = Math.fma(imaginary, inverse, panels[dy + IMAGINARY + k]);
    }
  }
}
