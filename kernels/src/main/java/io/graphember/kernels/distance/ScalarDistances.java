// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

/** What the scalar twins share: the loops over pairs. */
abstract class ScalarDistances implements RowDistances {
  @Override
  public final void distances(
      float[] x,
      int xStride,
      int rows,
      float[] y,
      int yStride,
      int count,
      int dim,
      float[] out,
      int outStride,
      float[] scratch) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < count; j++) {
        out[i * outStride + j] = distance(x, i * xStride, y, j * yStride, dim);
      }
    }
  }

  @Override
  public final void addGradients(
      float[] x,
      int xStride,
      int rows,
      float[] y,
      int yStride,
      int count,
      int dim,
      float[] distances,
      float[] weights,
      int outStride,
      float[] dx,
      float[] dy,
      float[] scratch) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < count; j++) {
        final int pair = i * outStride + j;
        if (weights[pair] != 0) {
          add(weights[pair], distances[pair], x, i * xStride, y, j * yStride, dim, dx, dy);
        }
      }
    }
  }

  /** The distance of the rows that begin at these places. */
  abstract float distance(float[] x, int xAt, float[] y, int yAt, int dim);

  /** Adds the gradient of one pair. */
  abstract void add(
      float weight,
      float distance,
      float[] x,
      int xAt,
      float[] y,
      int yAt,
      int dim,
      float[] dx,
      float[] dy);
}
