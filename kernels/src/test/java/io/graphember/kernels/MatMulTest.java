// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MatMulTest {
  private static float value(long row, int column) {
    return CounterRandom.bounded(CounterRandom.bits(row, column), 2001) / 1000f - 1;
  }

  private static float[] matrix(int rows, int columns, int stride, int seed) {
    float[] matrix = new float[rows * stride];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        matrix[i * stride + j] = value(seed + i, j);
      }
    }
    return matrix;
  }

  /** Products are added up in the order of the matrix's rows, with one rounding each. */
  @Test
  void bothTwinsGiveTheBitsOfTheFormula() {
    assertThat(MatMul.BEST.getClass().getSimpleName()).isEqualTo("VectorMatMul");
    for (int[] shape : new int[][] {{0, 3, 5}, {1, 1, 1}, {3, 7, 16}, {9, 20, 47}, {6, 33, 200}}) {
      final int rows = shape[0];
      final int in = shape[1];
      final int out = shape[2];
      final int xStride = in + 5;
      final int stride = MatMul.stride(out);
      final float[] x = matrix(rows, in, xStride, 10);
      final float[] w = new float[16 + in * stride];
      System.arraycopy(matrix(in, out, stride, 100), 0, w, 16, in * stride);
      for (MatMul twin : new MatMul[] {MatMul.BEST, new ScalarMatMul()}) {
        float[] y = new float[rows * stride];
        Arrays.fill(y, 9);
        twin.multiply(x, xStride, rows, in, w, 16, stride, y);
        assertThat(y).as("%s", twin).isEqualTo(expected(x, xStride, rows, in, w, stride));
      }
    }
  }

  private static float[] expected(float[] x, int xStride, int rows, int in, float[] w, int stride) {
    float[] expected = new float[rows * stride];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < stride; j++) {
        for (int k = 0; k < in; k++) {
          expected[i * stride + j] =
              Math.fma(x[i * xStride + k], w[16 + k * stride + j], expected[i * stride + j]);
        }
      }
    }
    return expected;
  }

  /** Products are added up in the order of the rows, with one rounding each. */
  @Test
  void bothTwinsGiveTheBitsOfTheGradient() {
    for (int[] shape : new int[][] {{0, 3, 5}, {1, 1, 1}, {3, 7, 16}, {9, 20, 47}, {6, 33, 200}}) {
      final int rows = shape[0];
      final int in = shape[1];
      final int xStride = in + 5;
      final int stride = MatMul.stride(shape[2]);
      final float[] x = matrix(rows, in, xStride, 10);
      final float[] dy = matrix(rows, shape[2], stride, 200);
      float[] expected = matrix(in, shape[2], stride, 300);
      for (int i = 0; i < rows; i++) {
        for (int k = 0; k < in; k++) {
          for (int j = 0; j < stride; j++) {
            final int at = k * stride + j;
            expected[at] = Math.fma(x[i * xStride + k], dy[i * stride + j], expected[at]);
          }
        }
      }
      for (MatMul twin : new MatMul[] {MatMul.BEST, new ScalarMatMul()}) {
        float[] matrix = matrix(in, shape[2], stride, 300);
        twin.addTransposed(x, xStride, rows, in, dy, stride, matrix);
        assertThat(matrix).as("%s", twin).isEqualTo(expected);
      }
    }
  }

  @Test
  void bothTwinsCutOffWhatIsNotPositive() {
    final float[] values = {
      1, -1, 0, -0f, Float.NaN, 3, -2, 5, 1, 1, -1, 1, 2, -3, 4, -4, 7, -7, 8, -8, 9
    };
    final int count = values.length - 1; // the last is left as it is
    final float[] positive = values.clone();
    final float[] gradient = new float[values.length];
    gradient[count] = 5;
    for (int j = 0; j < count; j++) {
      positive[j] = Math.max(values[j], 0f);
      gradient[j] = values[j] > 0 ? 5 : 0;
    }
    for (MatMul twin : new MatMul[] {MatMul.BEST, new ScalarMatMul()}) {
      final float[] y = values.clone();
      twin.relu(y, count);
      assertThat(y).as("%s", twin).isEqualTo(positive);
      final float[] dy = new float[values.length];
      Arrays.fill(dy, 5);
      twin.reluBackward(y, dy, count);
      assertThat(dy).as("%s", twin).isEqualTo(gradient);
    }
  }
}
