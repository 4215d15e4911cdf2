// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import java.util.Arrays;

/**
 * {@code y_i = sum_k x_ik w_k} and {@code dw_k += sum_i x_ik dy_i} with fused multiplications, in
 * scalar loops.
 */
final class ScalarMatMul implements MatMul {
  @Override
  public void multiply(
      float[] x, int xStride, int rows, int in, float[] matrix, int at, int stride, float[] y) {
    Arrays.fill(y, 0, rows * stride, 0f);
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < in; k++) {
        addScaled(x[i * xStride + k], matrix, at + k * stride, y, i * stride, stride);
      }
    }
  }

  @Override
  public void addTransposed(
      float[] x, int xStride, int rows, int in, float[] dy, int stride, float[] matrix) {
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < in; k++) {
        addScaled(x[i * xStride + k], dy, i * stride, matrix, k * stride, stride);
      }
    }
  }

  @Override
  public void relu(float[] y, int count) {
    for (int j = 0; j < count; j++) {
      y[j] = Math.max(y[j], 0f);
    }
  }

  @Override
  public void reluBackward(float[] y, float[] dy, int count) {
    for (int j = 0; j < count; j++) {
      dy[j] = y[j] > 0 ? dy[j] : 0f;
    }
  }

  private static void addScaled(
      float factor, float[] row, int from, float[] target, int at, int count) {
    for (int j = 0; j < count; j++) {
      target[at + j] = Math.fma(factor, row[from + j], target[at + j]);
    }
  }
}
