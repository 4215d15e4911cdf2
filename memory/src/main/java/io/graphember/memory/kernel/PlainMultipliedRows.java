// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

import java.util.Arrays;

/** The plain twin. */
final class PlainMultipliedRows implements MultipliedRows {
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

  private static void addScaled(
      float factor, float[] row, int from, float[] target, int at, int count) {
    for (int j = 0; j < count; j++) {
      target[at + j] = Math.fma(factor, row[from + j], target[at + j]);
    }
  }
}
