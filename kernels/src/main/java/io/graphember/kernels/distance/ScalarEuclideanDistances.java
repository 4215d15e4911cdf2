// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

/** Roots of sums of squared differences, in scalar loops with fused multiplications. */
final class ScalarEuclideanDistances extends ScalarDistances implements EuclideanDistances {
  @Override
  float distance(float[] x, int xAt, float[] y, int yAt, int dim) {
    float sum = 0;
    for (int k = 0; k < dim; k++) {
      final float difference = x[xAt + k] - y[yAt + k];
      sum = Math.fma(difference, difference, sum);
    }
    return (float) Math.sqrt(sum);
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
    if (distance == 0) {
      return;
    }
    final float factor = weight / distance;
    for (int k = 0; k < dim; k++) {
      final float difference = x[xAt + k] - y[yAt + k];
      dx[xAt + k] = Math.fma(difference, factor, dx[xAt + k]);
      dy[yAt + k] = Math.fma(difference, -factor, dy[yAt + k]);
    }
  }
}
