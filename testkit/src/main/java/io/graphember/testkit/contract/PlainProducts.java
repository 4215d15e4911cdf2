// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import io.graphember.spi.backend.RowProducts;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/** Products as their definitions say; counts how often it is asked for one. */
final class PlainProducts implements RowProducts {
  private final AtomicInteger asked = new AtomicInteger();

  /** Pieces of rows that were multiplied. */
  int asked() {
    return asked.get();
  }

  @Override
  public void multiply(
      float[] x, int xStride, int rows, int in, float[] matrix, int at, int stride, float[] y) {
    asked.incrementAndGet();
    Arrays.fill(y, 0, rows * stride, 0f);
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < in; k++) {
        for (int j = 0; j < stride; j++) {
          y[i * stride + j] += x[i * xStride + k] * matrix[at + k * stride + j];
        }
      }
    }
  }

  @Override
  public void addTransposed(
      float[] x, int xStride, int rows, int in, float[] dy, int stride, float[] matrix) {
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < in; k++) {
        for (int j = 0; j < stride; j++) {
          matrix[k * stride + j] += x[i * xStride + k] * dy[i * stride + j];
        }
      }
    }
  }

  @Override
  public void relu(float[] y, int count) {
    for (int j = 0; j < count; j++) {
      y[j] = y[j] > 0 ? y[j] : 0;
    }
  }

  @Override
  public void reluBackward(float[] y, float[] dy, int count) {
    for (int j = 0; j < count; j++) {
      dy[j] = y[j] > 0 ? dy[j] : 0;
    }
  }
}
