// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.rows;

import io.graphember.kernels.MatMul;

/** Gradients of {@link HeadKernels}: each adds to the gradient of an operand or of a weight. */
public final class HeadGradients {
  private HeadGradients() {}

  /**
   * The gradient of stacked matrices: {@code dW[type(i), h] += x[i, h]' dr[i, h]}.
   *
   * @param weight {@code [types * heads * in, stride(out)]}
   */
  public static void typedLinear(
      float[] x,
      int xStride,
      int[] types,
      int rows,
      int heads,
      int in,
      int out,
      float[] dr,
      int rStride,
      float[] weight) {
    final int wStride = MatMul.stride(out);
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        final int w = (types[i] * heads + h) * in * wStride;
        for (int k = 0; k < in; k++) {
          addScaled(
              x[i * xStride + h * in + k], dr, i * rStride + h * out, weight, w + k * wStride, out);
        }
      }
    }
  }

  /**
   * The same where the matrices are used transposed: {@code dW[type(i), h] += dr[i, h]' x[i, h]}.
   */
  public static void typedLinearTransposed(
      float[] x,
      int xStride,
      int[] types,
      int rows,
      int heads,
      int in,
      int out,
      float[] dr,
      int rStride,
      float[] weight) {
    typedLinear(dr, rStride, types, rows, heads, out, in, x, xStride, weight);
  }

  /** {@code dx[i, h] += dr[i, h]} for each column of a head. */
  public static void sumInHeads(
      float[] dr, int rStride, int rows, int heads, int perHead, float[] dx, int xStride) {
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        final float gradient = dr[i * rStride + h];
        final int at = i * xStride + h * perHead;
        for (int j = at; j < at + perHead; j++) {
          dx[j] += gradient;
        }
      }
    }
  }

  /** {@code dx[i, h] += dr[i] / heads}. */
  public static void meanOfHeads(
      float[] dr, int rStride, int rows, int heads, int perHead, float[] dx, int xStride) {
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        addScaled(1f / heads, dr, i * rStride, dx, i * xStride + h * perHead, perHead);
      }
    }
  }

  /**
   * Of {@link HeadKernels#mix}: {@code dx[i, h] += sum over b of W[h, b] dr[i, b]}, {@code dW[h, b]
   * += x[i, h] . dr[i, b]}.
   *
   * @param columns columns of dr
   */
  public static void mix(
      float[] x,
      int xStride,
      int rows,
      int heads,
      int perHead,
      float[] weight,
      int columns,
      float[] dr,
      int rStride,
      float[] dx,
      float[] dw) {
    final int others = columns / perHead;
    final int wStride = MatMul.stride(others);
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        final int from = i * xStride + h * perHead;
        for (int b = 0; b < others; b++) {
          final int at = i * rStride + b * perHead;
          float product = 0;
          for (int j = 0; j < perHead; j++) {
            product += x[from + j] * dr[at + j];
          }
          dw[h * wStride + b] += product;
          if (dx.length > 0) {
            addScaled(weight[h * wStride + b], dr, at, dx, from, perHead);
          }
        }
      }
    }
  }

  private static void addScaled(
      float factor, float[] row, int from, float[] target, int at, int count) {
    for (int j = 0; j < count; j++) {
      target[at + j] += factor * row[from + j];
    }
  }
}
