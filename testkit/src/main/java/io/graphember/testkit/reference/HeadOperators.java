// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

/** Products of rows that hold several heads. Each method adds to its result. */
final class HeadOperators {
  private HeadOperators() {}

  /**
   * Which block of a stacked weight each row takes, and the shape of its blocks, [in, out] or
   * transposed.
   */
  record Blocks(int[] types, int heads, int in, int out, boolean transposed) {
    /** Place of the element that leads from a column of a head to another. */
    private int place(int row, int head, int from, int to) {
      int block = (types[row] * heads + head) * in * out;
      return block + (transposed ? to * in + from : from * out + to);
    }
  }

  /** {@code r[i, h] += x[i, h] W[type(i), h]}. */
  static void typedLinear(Blocks blocks, int rows, double[] x, double[] weight, double[] r) {
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < blocks.heads; h++) {
        int at = i * blocks.heads + h;
        for (int k = 0; k < blocks.in; k++) {
          for (int j = 0; j < blocks.out; j++) {
            r[at * blocks.out + j] += x[at * blocks.in + k] * weight[blocks.place(i, h, k, j)];
          }
        }
      }
    }
  }

  /** The gradients of both operands of {@link #typedLinear}. */
  static void typedLinearBackward(
      Blocks blocks,
      int rows,
      double[] x,
      double[] weight,
      double[] dr,
      double[] dx,
      double[] weightGradient) {
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < blocks.heads; h++) {
        int at = i * blocks.heads + h;
        for (int k = 0; k < blocks.in; k++) {
          for (int j = 0; j < blocks.out; j++) {
            double gradient = dr[at * blocks.out + j];
            dx[at * blocks.in + k] += gradient * weight[blocks.place(i, h, k, j)];
            weightGradient[blocks.place(i, h, k, j)] += gradient * x[at * blocks.in + k];
          }
        }
      }
    }
  }

  /** {@code r[i, b] += sum over h of W[h, b] x[i, h]} with {@code c} columns a head. */
  static void mix(int rows, int heads, int others, int c, double[] x, double[] weight, double[] r) {
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        for (int b = 0; b < others; b++) {
          for (int j = 0; j < c; j++) {
            r[(i * others + b) * c + j] += weight[h * others + b] * x[(i * heads + h) * c + j];
          }
        }
      }
    }
  }

  /** The gradients of both operands of {@link #mix}. */
  static void mixBackward(
      int rows,
      int heads,
      int others,
      int c,
      double[] x,
      double[] weight,
      double[] dr,
      double[] dx,
      double[] weightGradient) {
    for (int i = 0; i < rows; i++) {
      for (int h = 0; h < heads; h++) {
        for (int b = 0; b < others; b++) {
          for (int j = 0; j < c; j++) {
            double gradient = dr[(i * others + b) * c + j];
            dx[(i * heads + h) * c + j] += gradient * weight[h * others + b];
            weightGradient[h * others + b] += gradient * x[(i * heads + h) * c + j];
          }
        }
      }
    }
  }

  /** Sum or mean over heads or within them, as a map of single elements. */
  static RowMap reduction(int rows, int heads, int c, boolean withinHeads) {
    RowMap map = new RowMap();
    for (int i = 0; i < rows * heads * c; i++) {
      if (withinHeads) {
        map.add(i / c, i, 1);
      } else {
        map.add(i / (heads * c) * c + i % c, i, 1.0 / heads);
      }
    }
    return map;
  }

  /** Puts {@code width} columns of each row behind {@code before} others of {@code all}. */
  static RowMap columns(int rows, int width, int before, int all) {
    RowMap map = new RowMap();
    for (int i = 0; i < rows * width; i++) {
      map.add(i / width * all + before + i % width, i, 1);
    }
    return map;
  }
}
