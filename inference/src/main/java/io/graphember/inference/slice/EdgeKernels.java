// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.slice;

import java.util.Arrays;

/** Rules that look at the edges of each vertex. */
final class EdgeKernels {
  private EdgeKernels() {}

  /** To each edge the row of its vertex. */
  static void destinationRows(SliceBatch batch, float[] x, int stride, float[] y) {
    for (int i = 0; i < batch.rows; i++) {
      for (int e = batch.offsets[i]; e < batch.offsets[i + 1]; e++) {
        System.arraycopy(x, i * stride, y, e * stride, stride);
      }
    }
  }

  /** Softmax over the edges of each vertex, head by head. */
  static void softmax(SliceBatch batch, float[] x, int heads, int stride, float[] y) {
    for (int i = 0; i < batch.rows; i++) {
      for (int h = 0; h < heads; h++) {
        final int from = batch.offsets[i] * stride + h;
        final int to = batch.offsets[i + 1] * stride + h;
        float largest = Float.NEGATIVE_INFINITY;
        for (int at = from; at < to; at += stride) {
          largest = Math.max(largest, x[at]);
        }
        double sum = 0;
        for (int at = from; at < to; at += stride) {
          y[at] = (float) Math.exp(x[at] - largest);
          sum += y[at];
        }
        for (int at = from; at < to; at += stride) {
          y[at] = (float) (y[at] / sum);
        }
      }
    }
  }

  /** To each vertex the row of its edge of one number, zeros where it has fewer. */
  static void nth(SliceBatch batch, int number, float[] x, int stride, float[] y) {
    for (int i = 0; i < batch.rows; i++) {
      final int e = batch.offsets[i] + number;
      if (e < batch.offsets[i + 1]) {
        System.arraycopy(x, e * stride, y, i * stride, stride);
      } else {
        Arrays.fill(y, i * stride, (i + 1) * stride, 0f);
      }
    }
  }

  /** A column: 1 where a vertex has such an edge, else 0. */
  static void has(SliceBatch batch, int number, int stride, float[] y) {
    Arrays.fill(y, 0, batch.rows * stride, 0f);
    for (int i = 0; i < batch.rows; i++) {
      y[i * stride] = batch.offsets[i] + number < batch.offsets[i + 1] ? 1 : 0;
    }
  }

  /** {@code y[i] = sum over the edges e of i of x[e]}. */
  static void sum(SliceBatch batch, float[] x, int stride, float[] y) {
    Arrays.fill(y, 0, batch.rows * stride, 0f);
    for (int i = 0; i < batch.rows; i++) {
      for (int e = batch.offsets[i]; e < batch.offsets[i + 1]; e++) {
        addScaled(1, x, e * stride, y, i * stride, stride);
      }
    }
  }

  /** {@code y[i, h] = sum over the edges e of i of w[e, h] x[e, h]}. */
  static void weightedSum(
      SliceBatch batch,
      float[] x,
      float[] w,
      int heads,
      int columns,
      int wStride,
      int stride,
      float[] y) {
    Arrays.fill(y, 0, batch.rows * stride, 0f);
    for (int i = 0; i < batch.rows; i++) {
      for (int e = batch.offsets[i]; e < batch.offsets[i + 1]; e++) {
        addWeighted(w, e * wStride, x, e * stride, heads, columns / heads, y, i * stride);
      }
    }
  }

  /** {@code y[g, h] = sum over the edges e of neighbourhood g of w[e, h] x[e, h]}. */
  static void weightedSumByType(
      SliceBatch batch,
      float[] x,
      float[] w,
      int heads,
      int columns,
      int wStride,
      int stride,
      float[] y) {
    Arrays.fill(y, 0, batch.neighborhoods * stride, 0f);
    for (int e = 0; e < batch.edges; e++) {
      final int at = batch.neighborhoodOfEdge[e] * stride;
      addWeighted(w, e * wStride, x, e * stride, heads, columns / heads, y, at);
    }
  }

  private static void addWeighted(
      float[] w, int wAt, float[] x, int from, int heads, int perHead, float[] y, int at) {
    for (int h = 0; h < heads; h++) {
      addScaled(w[wAt + h], x, from + h * perHead, y, at + h * perHead, perHead);
    }
  }

  private static void addScaled(
      float factor, float[] row, int from, float[] target, int at, int count) {
    for (int j = 0; j < count; j++) {
      target[at + j] += factor * row[from + j];
    }
  }
}
