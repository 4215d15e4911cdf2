// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

/** Roots of sums of squared differences, in scalar loops with fused multiplications. */
final class ScalarEuclideanDistances extends ScalarDistances implements EuclideanDistances {
  ScalarEuclideanDistances() {
    super(1);
  }

  @Override
  void sums(float[] x, int xAt, int dim, float[] panel, float[] out, int outAt) {
    for (int k = 0; k < dim; k++) {
      final float value = x[xAt + k];
      final int from = k * PANEL;
      for (int j = 0; j < PANEL; j++) {
        final float difference = value - panel[from + j];
        out[outAt + j] = Math.fma(difference, difference, out[outAt + j]);
      }
    }
    for (int j = 0; j < PANEL; j++) {
      out[outAt + j] = (float) Math.sqrt(out[outAt + j]);
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
    EuclideanDistances.factors(distances, weights, stride, rows, count, factors, at);
    return true;
  }

  @Override
  void addPair(float factor, float[] panels, int x, int dx, int y, int dy) {
    for (int k = 0; k < STRETCH; k++) {
      final float difference = panels[x + k] - panels[y + k];
      panels[dx + k] = Math.fma(difference, factor, panels[dx + k]);
      panels[dy + k] = Math.fma(difference, factor, panels[dy + k]);
    }
  }
}
