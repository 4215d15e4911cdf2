// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.rows;

import io.graphember.kernels.MatMul;
import java.util.Arrays;

/** Rules of rows that hold several heads. */
public final class HeadKernels {
  private HeadKernels() {}

  /**
   * Stacked matrices: of each type and head one.
   *
   * @param weight {@code [types * heads * in, stride(out)]}
   * @param in columns of a head that enters
   * @param out columns of a head that leaves
   */
  public record Blocks(float[] weight, int heads, int in, int out) {
    /**
     * Blocks that are the transposed matrices of a weight.
     *
     * @param weight {@code [types * heads * rows, stride(columns)]}
     */
    public static Blocks transposed(float[] weight, int heads, int rows, int columns) {
      final int from = MatMul.stride(columns);
      final int to = MatMul.stride(rows);
      final int matrices = weight.length / (rows * from);
      float[] result = new float[matrices * columns * to];
      for (int m = 0; m < matrices; m++) {
        for (int i = 0; i < rows; i++) {
          for (int j = 0; j < columns; j++) {
            result[(m * columns + j) * to + i] = weight[(m * rows + i) * from + j];
          }
        }
      }
      return new Blocks(result, heads, columns, rows);
    }

    /** Floats of a row of a matrix. */
    public int stride() {
      return MatMul.stride(out);
    }

    /** First float of the matrix of a type and head. */
    public int offset(int type, int head) {
      return (type * heads + head) * in * stride();
    }
  }

  /** {@code y[i, h] = x[i, h] W[type(i), h]}. */
  public static void typedLinear(
      float[] x, int xStride, int[] types, int rows, Blocks blocks, int yStride, float[] y) {
    if (blocks.heads() == 1) {
      byRuns(x, xStride, types, rows, blocks, yStride, y);
      return;
    }
    Arrays.fill(y, 0, rows * yStride, 0f);
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < blocks.heads(); h++) {
        final int w = blocks.offset(types[i], h);
        for (int k = 0; k < blocks.in(); k++) {
          addScaled(
              x[i * xStride + h * blocks.in() + k],
              blocks.weight(),
              w + k * blocks.stride(),
              y,
              i * yStride + h * blocks.out(),
              blocks.out());
        }
      }
    }
  }

  /** Rows of one type that come one after the other are one product. */
  private static void byRuns(
      float[] x, int xStride, int[] types, int rows, Blocks blocks, int yStride, float[] y) {
    float[] from = x;
    float[] to = y;
    for (int first = 0; first < rows; ) {
      int end = first + 1;
      while (end < rows && types[end] == types[first]) {
        end++;
      }
      if (first > 0 || end < rows) {
        from = Arrays.copyOfRange(x, first * xStride, end * xStride);
        to = new float[(end - first) * yStride];
      }
      MatMul.BEST.multiply(
          from,
          xStride,
          end - first,
          blocks.in(),
          blocks.weight(),
          blocks.offset(types[first], 0),
          yStride,
          to);
      if (to != y) {
        System.arraycopy(to, 0, y, first * yStride, to.length);
      }
      first = end;
    }
  }

  private static void addScaled(
      float factor, float[] row, int from, float[] target, int at, int count) {
    for (int j = 0; j < count; j++) {
      target[at + j] += factor * row[from + j];
    }
  }

  public static void sumInHeads(
      float[] x, int xStride, int rows, int heads, int perHead, float[] y, int yStride) {
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        float sum = 0;
        for (int j = 0; j < perHead; j++) {
          sum += x[i * xStride + h * perHead + j];
        }
        y[i * yStride + h] = sum;
      }
    }
  }

  public static void meanOfHeads(
      float[] x, int xStride, int rows, int heads, int perHead, float[] y, int yStride) {
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < perHead; j++) {
        float sum = 0;
        for (int h = 0; h < heads; h++) {
          sum += x[i * xStride + h * perHead + j];
        }
        y[i * yStride + j] = sum / heads;
      }
    }
  }

  /**
   * {@code y[i, b] = sum over h of W[h, b] x[i, h]}.
   *
   * @param columns columns of y
   */
  public static void mix(
      float[] x,
      int xStride,
      int rows,
      int heads,
      int perHead,
      float[] weight,
      int columns,
      float[] y,
      int yStride) {
    final int others = columns / perHead;
    final int wStride = MatMul.stride(others);
    Arrays.fill(y, 0, rows * yStride, 0f);
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        for (int b = 0; b < others; b++) {
          addScaled(
              weight[h * wStride + b],
              x,
              i * xStride + h * perHead,
              y,
              i * yStride + b * perHead,
              perHead);
        }
      }
    }
  }
}
