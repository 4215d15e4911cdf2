// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

/** Sums of absolute differences, in scalar loops. */
final class ScalarAbsoluteDistances extends ScalarDistances implements AbsoluteDistances {
  ScalarAbsoluteDistances() {
    super(1);
  }

  @Override
  void sums(float[] x, int xAt, int dim, float[] panel, float[] out, int outAt) {
    for (int k = 0; k < dim; k++) {
      final float value = x[xAt + k];
      final int from = k * PANEL;
      for (int j = 0; j < PANEL; j++) {
        out[outAt + j] += Math.abs(value - panel[from + j]);
      }
    }
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
    for (int k = 0; k < STRETCH; k++) {
      // not Math.signum, which has a sign for -0
      final int bits = Float.floatToRawIntBits(panels[x + k] + 0f - panels[y + k]);
      final float sign = Math.max(Math.min(bits, 1), -1);
      panels[dx + k] = Math.fma(sign, factor, panels[dx + k]);
      panels[dy + k] = Math.fma(sign, factor, panels[dy + k]);
    }
  }
}
