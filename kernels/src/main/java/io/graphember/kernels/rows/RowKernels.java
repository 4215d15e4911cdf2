// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.rows;

import io.graphember.spi.model.Operator;
import java.util.Arrays;

/** Rules that look at rows one by one. */
public final class RowKernels {
  private RowKernels() {}

  /** To each row the one of x with its number. */
  public static void gather(int[] numbers, int rows, float[] x, int stride, float[] y) {
    for (int i = 0; i < rows; i++) {
      System.arraycopy(x, numbers[i] * stride, y, i * stride, stride);
    }
  }

  /** The sum of the rows of x with the same number. */
  public static void sum(int[] numbers, int rows, float[] x, int stride, int sums, float[] y) {
    Arrays.fill(y, 0, sums * stride, 0f);
    for (int i = 0; i < rows; i++) {
      final int at = numbers[i] * stride;
      for (int j = 0; j < stride; j++) {
        y[at + j] += x[i * stride + j];
      }
    }
  }

  /** Each row times a factor of its own. */
  public static void scaled(float[] x, float[] factors, int rows, int stride, float[] y) {
    for (int i = 0; i < rows; i++) {
      for (int j = i * stride; j < (i + 1) * stride; j++) {
        y[j] = factors[i] * x[j];
      }
    }
  }

  /** Some columns of each row, to {@code at} on in the rows of y. */
  public static void copyColumns(
      float[] x, int xStride, int rows, int columns, float[] y, int yStride, int at) {
    for (int i = 0; i < rows; i++) {
      System.arraycopy(x, i * xStride, y, i * yStride + at, columns);
    }
  }

  /** {@link Operator#COLUMNS}: those from {@code from} on. */
  public static void columns(
      float[] x, int xStride, int from, int rows, int columns, float[] y, int yStride) {
    for (int i = 0; i < rows; i++) {
      System.arraycopy(x, i * xStride + from, y, i * yStride, columns);
    }
  }

  /** {@link Operator#ROW_SOFTMAX}; less the largest, so that the exponentials stay in range. */
  public static void softmax(float[] x, int rows, int columns, int stride, float[] y) {
    for (int i = 0; i < rows; i++) {
      final int from = i * stride;
      float largest = x[from];
      for (int j = from + 1; j < from + columns; j++) {
        largest = Math.max(largest, x[j]);
      }
      double sum = 0;
      for (int j = from; j < from + columns; j++) {
        y[j] = (float) Math.exp(x[j] - largest);
        sum += y[j];
      }
      for (int j = from; j < from + columns; j++) {
        y[j] = (float) (y[j] / sum);
      }
    }
  }

  /** {@link Operator#LAYER_NORM}. */
  public static void normalize(float[] x, int rows, int columns, int stride, float[] y) {
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      double squares = 0;
      for (int j = i * stride; j < i * stride + columns; j++) {
        sum += x[j];
      }
      final double mean = sum / columns;
      for (int j = i * stride; j < i * stride + columns; j++) {
        squares += (x[j] - mean) * (x[j] - mean);
      }
      final double scale = 1 / Math.sqrt(squares / columns + Operator.NORM_EPSILON);
      for (int j = i * stride; j < i * stride + columns; j++) {
        y[j] = (float) ((x[j] - mean) * scale);
      }
    }
  }
}
