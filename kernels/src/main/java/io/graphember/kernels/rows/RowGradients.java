// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.rows;

import io.graphember.spi.model.Operator;

/** Gradients of {@link RowKernels}: each adds to the gradient of an operand. */
public final class RowGradients {
  private RowGradients() {}

  /** {@code dx[numbers[i]] += dr[i]}. */
  public static void scatter(int[] numbers, int rows, int stride, float[] dr, float[] dx) {
    for (int i = 0; i < rows; i++) {
      final int from = i * stride;
      final int at = numbers[i] * stride;
      for (int j = 0; j < stride; j++) {
        dx[at + j] += dr[from + j];
      }
    }
  }

  /** {@code dx[i] += dr[numbers[i]]}. */
  public static void gather(int[] numbers, int rows, int stride, float[] dr, float[] dx) {
    for (int i = 0; i < rows; i++) {
      final int from = numbers[i] * stride;
      final int at = i * stride;
      for (int j = 0; j < stride; j++) {
        dx[at + j] += dr[from + j];
      }
    }
  }

  /**
   * Of some columns that were copied to others.
   *
   * @param at where they begin in the rows of dr
   */
  public static void copyColumns(
      float[] dr, int stride, int at, int rows, int columns, float[] dx, int xStride) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        dx[i * xStride + j] += dr[i * stride + at + j];
      }
    }
  }

  /** {@link Operator#COLUMNS}. */
  public static void columns(
      float[] dr, int stride, int from, int rows, int columns, float[] dx, int xStride) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        dx[i * xStride + from + j] += dr[i * stride + j];
      }
    }
  }

  /**
   * {@link Operator#ROW_SOFTMAX}.
   *
   * @param r result
   */
  public static void softmax(float[] r, int rows, int columns, int stride, float[] dr, float[] dx) {
    for (int i = 0; i < rows; i++) {
      final int from = i * stride;
      double products = 0;
      for (int j = from; j < from + columns; j++) {
        products += r[j] * dr[j];
      }
      for (int j = from; j < from + columns; j++) {
        dx[j] += (float) (r[j] * (dr[j] - products));
      }
    }
  }

  /** {@link Operator#LAYER_NORM}. */
  public static void normalize(
      float[] x, int rows, int columns, int stride, float[] dr, float[] dx) {
    for (int i = 0; i < rows; i++) {
      final int from = i * stride;
      double sum = 0;
      double squares = 0;
      for (int j = from; j < from + columns; j++) {
        sum += x[j];
      }
      final double mean = sum / columns;
      for (int j = from; j < from + columns; j++) {
        squares += (x[j] - mean) * (x[j] - mean);
      }
      final double scale = 1 / Math.sqrt(squares / columns + Operator.NORM_EPSILON);
      double gradients = 0;
      double products = 0;
      for (int j = from; j < from + columns; j++) {
        gradients += dr[j];
        products += dr[j] * (x[j] - mean) * scale;
      }
      gradients /= columns;
      products /= columns;
      for (int j = from; j < from + columns; j++) {
        dx[j] += (float) (scale * (dr[j] - gradients - (x[j] - mean) * scale * products));
      }
    }
  }
}
