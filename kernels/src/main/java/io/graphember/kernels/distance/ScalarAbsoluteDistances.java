// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

/** Sums of absolute differences, in scalar loops. */
final class ScalarAbsoluteDistances extends ScalarDistances implements AbsoluteDistances {
  @Override
  float distance(float[] x, int xAt, float[] y, int yAt, int dim) {
    float sum = 0;
    for (int k = 0; k < dim; k++) {
      sum += Math.abs(x[xAt + k] - y[yAt + k]);
    }
    return sum;
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
    for (int k = 0; k < dim; k++) {
      final float difference = x[xAt + k] - y[yAt + k];
      final float change = difference > 0 ? weight : difference < 0 ? -weight : 0;
      dx[xAt + k] += change;
      dy[yAt + k] -= change;
    }
  }
}
