// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.rows;

import io.graphember.spi.model.Operator;

/** Gradients of {@link ElementwiseKernels}: each adds to the gradient of an operand. */
public final class ElementwiseGradients {
  private static final double SQRT_HALF = Math.sqrt(0.5);
  private static final double DENSITY = 1 / Math.sqrt(2 * Math.PI);

  private ElementwiseGradients() {}

  /**
   * {@code dx += f'(x) dr}.
   *
   * @param x operand; looked at for GELU alone
   * @param r result; looked at by functions whose derivative follows from it
   */
  public static void map(
      Operator operator, float constant, float[] x, float[] r, int count, float[] dr, float[] dx) {
    switch (operator) {
      case SCALE -> scale(constant, count, dr, dx);
      case RELU -> relu(r, 0, count, dr, dx);
      case LEAKY_RELU -> relu(r, constant, count, dr, dx);
      case ELU -> elu(r, count, dr, dx);
      case GELU -> gelu(x, count, dr, dx);
      case SIGMOID -> sigmoid(r, count, dr, dx);
      case TANH -> tanh(r, count, dr, dx);
      case INVERSE_ROOT -> inverseRoot(r, count, dr, dx);
      default -> throw new IllegalArgumentException(operator + " is not computed here");
    }
  }

  private static void scale(float factor, int count, float[] dr, float[] dx) {
    for (int i = 0; i < count; i++) {
      dx[i] += factor * dr[i];
    }
  }

  private static void relu(float[] r, float slope, int count, float[] dr, float[] dx) {
    for (int i = 0; i < count; i++) {
      dx[i] += r[i] > 0 ? dr[i] : slope * dr[i];
    }
  }

  private static void elu(float[] r, int count, float[] dr, float[] dx) {
    for (int i = 0; i < count; i++) {
      dx[i] += r[i] > 0 ? dr[i] : (r[i] + 1) * dr[i];
    }
  }

  private static void gelu(float[] x, int count, float[] dr, float[] dx) {
    for (int i = 0; i < count; i++) {
      final double below = (1 + ElementwiseKernels.erf((float) (x[i] * SQRT_HALF))) / 2;
      dx[i] += (float) (below + x[i] * DENSITY * Math.exp(-0.5 * x[i] * x[i])) * dr[i];
    }
  }

  private static void sigmoid(float[] r, int count, float[] dr, float[] dx) {
    for (int i = 0; i < count; i++) {
      dx[i] += r[i] * (1 - r[i]) * dr[i];
    }
  }

  private static void tanh(float[] r, int count, float[] dr, float[] dx) {
    for (int i = 0; i < count; i++) {
      dx[i] += (1 - r[i] * r[i]) * dr[i];
    }
  }

  private static void inverseRoot(float[] r, int count, float[] dr, float[] dx) {
    for (int i = 0; i < count; i++) {
      dx[i] -= r[i] * r[i] * r[i] * dr[i] / 2;
    }
  }

  /** {@code dx += dr} of rows of the same shape. */
  public static void add(int count, float[] dr, float[] dx) {
    for (int i = 0; i < count; i++) {
      dx[i] += dr[i];
    }
  }

  /** {@code dx += y dr} of rows of the same shape. */
  public static void multiply(float[] y, int count, float[] dr, float[] dx) {
    for (int i = 0; i < count; i++) {
      dx[i] += y[i] * dr[i];
    }
  }

  /**
   * The gradient of a first operand whose other one is repeated: {@code dx += y dr}.
   *
   * @param yStride 0 for a single row
   * @param heads columns of y
   */
  public static void multiplyRepeated(
      float[] y,
      int yStride,
      int heads,
      int rows,
      int columns,
      int stride,
      float[] dr,
      float[] dx) {
    final int perHead = columns / heads;
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        final float factor = y[i * yStride + h];
        final int from = i * stride + h * perHead;
        for (int j = from; j < from + perHead; j++) {
          dx[j] += factor * dr[j];
        }
      }
    }
  }

  /** The same with a column of y for each column of x: a single row goes with all rows. */
  public static void multiplyByRow(
      float[] y, int rows, int columns, int stride, float[] dr, float[] dx) {
    for (int i = 0; i < rows; i++) {
      final int at = i * stride;
      for (int j = 0; j < columns; j++) {
        dx[at + j] += y[j] * dr[at + j];
      }
    }
  }

  /**
   * The gradient of an operand that is repeated: {@code dy += sum of dr}, or {@code x dr}.
   *
   * @param x the other operand of a product; empty for a sum
   * @param yStride 0 for a single row
   * @param heads columns of y
   */
  public static void repeated(
      float[] x,
      int yStride,
      int heads,
      int rows,
      int columns,
      int stride,
      float[] dr,
      float[] dy) {
    final int perHead = columns / heads;
    final boolean sum = x.length == 0;
    if (perHead == 1) {
      columnSums(x, yStride, rows, columns, stride, dr, dy);
      return;
    }
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        final int from = i * stride + h * perHead;
        float total = 0;
        for (int j = from; j < from + perHead; j++) {
          total += sum ? dr[j] : x[j] * dr[j];
        }
        dy[i * yStride + h] += total;
      }
    }
  }

  private static void columnSums(
      float[] x, int yStride, int rows, int columns, int stride, float[] dr, float[] dy) {
    for (int i = 0; i < rows; i++) {
      final int from = i * stride;
      final int at = i * yStride;
      if (x.length == 0) {
        for (int j = 0; j < columns; j++) {
          dy[at + j] += dr[from + j];
        }
      } else {
        for (int j = 0; j < columns; j++) {
          dy[at + j] += x[from + j] * dr[from + j];
        }
      }
    }
  }
}
