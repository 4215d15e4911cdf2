// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.rows;

import io.graphember.spi.model.Operator;

/** Functions of single elements, over whole rows with what is between them. */
public final class ElementwiseKernels {
  private static final float SQRT_HALF = (float) Math.sqrt(0.5);

  private ElementwiseKernels() {}

  public static boolean byElement(Operator operator) {
    return switch (operator) {
      case ADD, MULTIPLY, SCALE, RELU, LEAKY_RELU, ELU, GELU, SIGMOID, TANH, INVERSE_ROOT -> true;
      default -> false;
    };
  }

  /** {@code y = f(x)}; x and y may be the same. */
  public static void map(Operator operator, float constant, float[] x, int count, float[] y) {
    switch (operator) {
      case SCALE -> scale(x, count, constant, y);
      case RELU -> relu(x, count, y);
      case LEAKY_RELU -> leakyRelu(x, count, constant, y);
      case ELU -> elu(x, count, y);
      case GELU -> gelu(x, count, y);
      case SIGMOID -> sigmoid(x, count, y);
      case TANH -> tanh(x, count, y);
      case INVERSE_ROOT -> inverseRoot(x, count, constant, y);
      default -> throw new IllegalArgumentException(operator + " is not computed here");
    }
  }

  private static void scale(float[] x, int count, float factor, float[] y) {
    for (int i = 0; i < count; i++) {
      y[i] = factor * x[i];
    }
  }

  private static void relu(float[] x, int count, float[] y) {
    for (int i = 0; i < count; i++) {
      y[i] = Math.max(x[i], 0f);
    }
  }

  private static void leakyRelu(float[] x, int count, float slope, float[] y) {
    for (int i = 0; i < count; i++) {
      y[i] = x[i] > 0 ? x[i] : slope * x[i];
    }
  }

  private static void elu(float[] x, int count, float[] y) {
    for (int i = 0; i < count; i++) {
      y[i] = x[i] > 0 ? x[i] : (float) Math.expm1(x[i]);
    }
  }

  private static void gelu(float[] x, int count, float[] y) {
    for (int i = 0; i < count; i++) {
      y[i] = x[i] * (1 + erf(x[i] * SQRT_HALF)) / 2;
    }
  }

  private static void sigmoid(float[] x, int count, float[] y) {
    for (int i = 0; i < count; i++) {
      y[i] = (float) (1 / (1 + Math.exp(-x[i])));
    }
  }

  private static void tanh(float[] x, int count, float[] y) {
    for (int i = 0; i < count; i++) {
      y[i] = (float) Math.tanh(x[i]);
    }
  }

  private static void inverseRoot(float[] x, int count, float added, float[] y) {
    for (int i = 0; i < count; i++) {
      y[i] = (float) (1 / Math.sqrt(x[i] + added));
    }
  }

  /** The error function to 1.5e-7 (Abramowitz and Stegun, 7.1.26). */
  static float erf(float x) {
    final double t = 1 / (1 + 0.3275911 * Math.abs(x));
    final double polynomial =
        t
            * (0.254829592
                + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    return (float) Math.copySign(1 - polynomial * Math.exp(-(double) x * x), x);
  }

  /**
   * {@code y = x + z} or {@code y = x * z}.
   *
   * @param zStride 0 for a single row that goes with each row
   */
  public static void combine(
      boolean sum, float[] x, int stride, int rows, float[] z, int zStride, float[] y) {
    if (zStride == stride) {
      if (sum) {
        add(x, 0, z, 0, rows * stride, y);
      } else {
        multiply(x, 0, z, 0, rows * stride, y);
      }
      return;
    }
    for (int i = 0; i < rows; i++) {
      if (sum) {
        add(x, i * stride, z, i * zStride, stride, y);
      } else {
        multiply(x, i * stride, z, i * zStride, stride, y);
      }
    }
  }

  private static void add(float[] x, int at, float[] z, int from, int count, float[] y) {
    for (int j = 0; j < count; j++) {
      y[at + j] = x[at + j] + z[from + j];
    }
  }

  private static void multiply(float[] x, int at, float[] z, int from, int count, float[] y) {
    for (int j = 0; j < count; j++) {
      y[at + j] = x[at + j] * z[from + j];
    }
  }

  /** The same where each column of z goes with all columns of a head. */
  public static void combineHeads(
      boolean sum,
      float[] x,
      int stride,
      int rows,
      int columns,
      float[] z,
      int zStride,
      int heads,
      float[] y) {
    final int perHead = columns / heads;
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        final float other = z[i * zStride + h];
        final int from = i * stride + h * perHead;
        for (int j = from; j < from + perHead; j++) {
          y[j] = sum ? x[j] + other : x[j] * other;
        }
      }
    }
  }
}
