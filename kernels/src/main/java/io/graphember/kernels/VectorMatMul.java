// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code y_i = sum_k x_ik w_k} and {@code dw_k += sum_i x_ik dy_i} with fused multiplications, by
 * vectors: blocks of four rows by four vectors of y are held in registers while the rows of the
 * matrix go by; a stretch of the matrix as wide as a block stays in the cache for all rows. So are
 * blocks of a gradient, while the rows of x and dy go by.
 *
 * <p>No vector is given to a method of ours: one that is called once after a long loop may be found
 * too rare to be inlined, as it was in half of all JVMs, and then vectors are objects, also within
 * the loop, which takes fifteen times as long.
 */
final class VectorMatMul implements MatMul {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int BLOCK = 4;

  /**
   * What the sums of a block begin with, each at a place of its own: of sums that begin as one and
   * the same vector the compiler keeps one in memory in every tenth JVM, and is half as fast.
   */
  private static final float[] ZEROS = new float[BLOCK * BLOCK * LANES];

  @Override
  public void multiply(
      float[] x, int xStride, int rows, int in, float[] matrix, int at, int stride, float[] y) {
    final int whole = rows / BLOCK * BLOCK;
    int column = 0;
    for (; column + BLOCK * LANES <= stride; column += BLOCK * LANES) {
      for (int i = 0; i < whole; i += BLOCK) {
        block(x, i, xStride, in, matrix, at + column, stride, y, column);
      }
    }
    for (; column < stride; column += LANES) {
      for (int i = 0; i < whole; i += BLOCK) {
        column(x, i, xStride, in, matrix, at + column, stride, y, column);
      }
    }
    for (int i = whole; i < rows; i++) {
      for (int c = 0; c < stride; c += LANES) {
        vector(x, i * xStride, in, matrix, at + c, stride, y, i * stride + c);
      }
    }
  }

  /** Four rows by four vectors. */
  private static void block(
      float[] x, int row, int xStride, int in, float[] w, int at, int stride, float[] y, int to) {
    final int x0 = row * xStride;
    final int x1 = x0 + xStride;
    final int x2 = x1 + xStride;
    final int x3 = x2 + xStride;
    FloatVector a0 = zero(0);
    FloatVector a1 = zero(1);
    FloatVector a2 = zero(2);
    FloatVector a3 = zero(3);
    FloatVector b0 = zero(4);
    FloatVector b1 = zero(5);
    FloatVector b2 = zero(6);
    FloatVector b3 = zero(7);
    FloatVector c0 = zero(8);
    FloatVector c1 = zero(9);
    FloatVector c2 = zero(10);
    FloatVector c3 = zero(11);
    FloatVector d0 = zero(12);
    FloatVector d1 = zero(13);
    FloatVector d2 = zero(14);
    FloatVector d3 = zero(15);
    int from = at;
    for (int k = 0; k < in; k++) {
      final FloatVector w0 = FloatVector.fromArray(SPECIES, w, from);
      final FloatVector w1 = FloatVector.fromArray(SPECIES, w, from + LANES);
      final FloatVector w2 = FloatVector.fromArray(SPECIES, w, from + 2 * LANES);
      final FloatVector w3 = FloatVector.fromArray(SPECIES, w, from + 3 * LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, x[x0 + k]);
      a0 = factor.fma(w0, a0);
      a1 = factor.fma(w1, a1);
      a2 = factor.fma(w2, a2);
      a3 = factor.fma(w3, a3);
      factor = FloatVector.broadcast(SPECIES, x[x1 + k]);
      b0 = factor.fma(w0, b0);
      b1 = factor.fma(w1, b1);
      b2 = factor.fma(w2, b2);
      b3 = factor.fma(w3, b3);
      factor = FloatVector.broadcast(SPECIES, x[x2 + k]);
      c0 = factor.fma(w0, c0);
      c1 = factor.fma(w1, c1);
      c2 = factor.fma(w2, c2);
      c3 = factor.fma(w3, c3);
      factor = FloatVector.broadcast(SPECIES, x[x3 + k]);
      d0 = factor.fma(w0, d0);
      d1 = factor.fma(w1, d1);
      d2 = factor.fma(w2, d2);
      d3 = factor.fma(w3, d3);
      from += stride;
    }
    final int y0 = row * stride + to;
    final int y1 = y0 + stride;
    final int y2 = y1 + stride;
    final int y3 = y2 + stride;
    a0.intoArray(y, y0);
    a1.intoArray(y, y0 + LANES);
    a2.intoArray(y, y0 + 2 * LANES);
    a3.intoArray(y, y0 + 3 * LANES);
    b0.intoArray(y, y1);
    b1.intoArray(y, y1 + LANES);
    b2.intoArray(y, y1 + 2 * LANES);
    b3.intoArray(y, y1 + 3 * LANES);
    c0.intoArray(y, y2);
    c1.intoArray(y, y2 + LANES);
    c2.intoArray(y, y2 + 2 * LANES);
    c3.intoArray(y, y2 + 3 * LANES);
    d0.intoArray(y, y3);
    d1.intoArray(y, y3 + LANES);
    d2.intoArray(y, y3 + 2 * LANES);
    d3.intoArray(y, y3 + 3 * LANES);
  }

  private static FloatVector zero(int place) {
    return FloatVector.fromArray(SPECIES, ZEROS, place * LANES);
  }

  /** Four rows by one vector. */
  private static void column(
      float[] x, int row, int xStride, int in, float[] w, int at, int stride, float[] y, int to) {
    final int x0 = row * xStride;
    final int x1 = x0 + xStride;
    final int x2 = x1 + xStride;
    final int x3 = x2 + xStride;
    FloatVector a = zero(0);
    FloatVector b = zero(1);
    FloatVector c = zero(2);
    FloatVector d = zero(3);
    int from = at;
    for (int k = 0; k < in; k++) {
      final FloatVector column = FloatVector.fromArray(SPECIES, w, from);
      a = FloatVector.broadcast(SPECIES, x[x0 + k]).fma(column, a);
      b = FloatVector.broadcast(SPECIES, x[x1 + k]).fma(column, b);
      c = FloatVector.broadcast(SPECIES, x[x2 + k]).fma(column, c);
      d = FloatVector.broadcast(SPECIES, x[x3 + k]).fma(column, d);
      from += stride;
    }
    a.intoArray(y, row * stride + to);
    b.intoArray(y, (row + 1) * stride + to);
    c.intoArray(y, (row + 2) * stride + to);
    d.intoArray(y, (row + 3) * stride + to);
  }

  /** One row by one vector. */
  private static void vector(
      float[] x, int first, int in, float[] w, int at, int stride, float[] y, int to) {
    FloatVector sum = FloatVector.zero(SPECIES);
    for (int k = 0; k < in; k++) {
      sum =
          FloatVector.broadcast(SPECIES, x[first + k])
              .fma(FloatVector.fromArray(SPECIES, w, at + k * stride), sum);
    }
    sum.intoArray(y, to);
  }

  @Override
  public void addTransposed(
      float[] x, int xStride, int rows, int in, float[] dy, int stride, float[] matrix) {
    final int whole = in / BLOCK * BLOCK;
    int column = 0;
    for (; column + BLOCK * LANES <= stride; column += BLOCK * LANES) {
      for (int k = 0; k < whole; k += BLOCK) {
        addToBlock(x, k, xStride, rows, dy, column, stride, matrix);
      }
    }
    for (; column < stride; column += LANES) {
      for (int k = 0; k < whole; k += BLOCK) {
        addToColumn(x, k, xStride, rows, dy, column, stride, matrix);
      }
    }
    for (int k = whole; k < in; k++) {
      int c = 0;
      for (; c + BLOCK * LANES <= stride; c += BLOCK * LANES) {
        addToRow(x, k, xStride, rows, dy, c, stride, matrix);
      }
      for (; c < stride; c += LANES) {
        addToVector(x, k, xStride, rows, dy, c, stride, matrix);
      }
    }
  }

  /** Four rows of the matrix by four vectors. */
  private static void addToBlock(
      float[] x, int k, int xStride, int rows, float[] dy, int column, int stride, float[] w) {
    final int w0 = k * stride + column;
    final int w1 = w0 + stride;
    final int w2 = w1 + stride;
    final int w3 = w2 + stride;
    FloatVector a0 = FloatVector.fromArray(SPECIES, w, w0);
    FloatVector a1 = FloatVector.fromArray(SPECIES, w, w0 + LANES);
    FloatVector a2 = FloatVector.fromArray(SPECIES, w, w0 + 2 * LANES);
    FloatVector a3 = FloatVector.fromArray(SPECIES, w, w0 + 3 * LANES);
    FloatVector b0 = FloatVector.fromArray(SPECIES, w, w1);
    FloatVector b1 = FloatVector.fromArray(SPECIES, w, w1 + LANES);
    FloatVector b2 = FloatVector.fromArray(SPECIES, w, w1 + 2 * LANES);
    FloatVector b3 = FloatVector.fromArray(SPECIES, w, w1 + 3 * LANES);
    FloatVector c0 = FloatVector.fromArray(SPECIES, w, w2);
    FloatVector c1 = FloatVector.fromArray(SPECIES, w, w2 + LANES);
    FloatVector c2 = FloatVector.fromArray(SPECIES, w, w2 + 2 * LANES);
    FloatVector c3 = FloatVector.fromArray(SPECIES, w, w2 + 3 * LANES);
    FloatVector d0 = FloatVector.fromArray(SPECIES, w, w3);
    FloatVector d1 = FloatVector.fromArray(SPECIES, w, w3 + LANES);
    FloatVector d2 = FloatVector.fromArray(SPECIES, w, w3 + 2 * LANES);
    FloatVector d3 = FloatVector.fromArray(SPECIES, w, w3 + 3 * LANES);
    int at = k;
    int from = column;
    for (int i = 0; i < rows; i++) {
      final FloatVector y0 = FloatVector.fromArray(SPECIES, dy, from);
      final FloatVector y1 = FloatVector.fromArray(SPECIES, dy, from + LANES);
      final FloatVector y2 = FloatVector.fromArray(SPECIES, dy, from + 2 * LANES);
      final FloatVector y3 = FloatVector.fromArray(SPECIES, dy, from + 3 * LANES);
      FloatVector factor = FloatVector.broadcast(SPECIES, x[at]);
      a0 = factor.fma(y0, a0);
      a1 = factor.fma(y1, a1);
      a2 = factor.fma(y2, a2);
      a3 = factor.fma(y3, a3);
      factor = FloatVector.broadcast(SPECIES, x[at + 1]);
      b0 = factor.fma(y0, b0);
      b1 = factor.fma(y1, b1);
      b2 = factor.fma(y2, b2);
      b3 = factor.fma(y3, b3);
      factor = FloatVector.broadcast(SPECIES, x[at + 2]);
      c0 = factor.fma(y0, c0);
      c1 = factor.fma(y1, c1);
      c2 = factor.fma(y2, c2);
      c3 = factor.fma(y3, c3);
      factor = FloatVector.broadcast(SPECIES, x[at + 3]);
      d0 = factor.fma(y0, d0);
      d1 = factor.fma(y1, d1);
      d2 = factor.fma(y2, d2);
      d3 = factor.fma(y3, d3);
      at += xStride;
      from += stride;
    }
    a0.intoArray(w, w0);
    a1.intoArray(w, w0 + LANES);
    a2.intoArray(w, w0 + 2 * LANES);
    a3.intoArray(w, w0 + 3 * LANES);
    b0.intoArray(w, w1);
    b1.intoArray(w, w1 + LANES);
    b2.intoArray(w, w1 + 2 * LANES);
    b3.intoArray(w, w1 + 3 * LANES);
    c0.intoArray(w, w2);
    c1.intoArray(w, w2 + LANES);
    c2.intoArray(w, w2 + 2 * LANES);
    c3.intoArray(w, w2 + 3 * LANES);
    d0.intoArray(w, w3);
    d1.intoArray(w, w3 + LANES);
    d2.intoArray(w, w3 + 2 * LANES);
    d3.intoArray(w, w3 + 3 * LANES);
  }

  /** Four rows of the matrix by one vector. */
  private static void addToColumn(
      float[] x, int k, int xStride, int rows, float[] dy, int column, int stride, float[] w) {
    final int w0 = k * stride + column;
    final int w1 = w0 + stride;
    final int w2 = w1 + stride;
    final int w3 = w2 + stride;
    FloatVector a = FloatVector.fromArray(SPECIES, w, w0);
    FloatVector b = FloatVector.fromArray(SPECIES, w, w1);
    FloatVector c = FloatVector.fromArray(SPECIES, w, w2);
    FloatVector d = FloatVector.fromArray(SPECIES, w, w3);
    int at = k;
    int from = column;
    for (int i = 0; i < rows; i++) {
      final FloatVector y = FloatVector.fromArray(SPECIES, dy, from);
      a = FloatVector.broadcast(SPECIES, x[at]).fma(y, a);
      b = FloatVector.broadcast(SPECIES, x[at + 1]).fma(y, b);
      c = FloatVector.broadcast(SPECIES, x[at + 2]).fma(y, c);
      d = FloatVector.broadcast(SPECIES, x[at + 3]).fma(y, d);
      at += xStride;
      from += stride;
    }
    a.intoArray(w, w0);
    b.intoArray(w, w1);
    c.intoArray(w, w2);
    d.intoArray(w, w3);
  }

  /** One row of the matrix by four vectors: that of a bias is always left over. */
  private static void addToRow(
      float[] x, int k, int xStride, int rows, float[] dy, int column, int stride, float[] w) {
    final int to = k * stride + column;
    FloatVector a = FloatVector.fromArray(SPECIES, w, to);
    FloatVector b = FloatVector.fromArray(SPECIES, w, to + LANES);
    FloatVector c = FloatVector.fromArray(SPECIES, w, to + 2 * LANES);
    FloatVector d = FloatVector.fromArray(SPECIES, w, to + 3 * LANES);
    int at = k;
    int from = column;
    for (int i = 0; i < rows; i++) {
      final FloatVector factor = FloatVector.broadcast(SPECIES, x[at]);
      a = factor.fma(FloatVector.fromArray(SPECIES, dy, from), a);
      b = factor.fma(FloatVector.fromArray(SPECIES, dy, from + LANES), b);
      c = factor.fma(FloatVector.fromArray(SPECIES, dy, from + 2 * LANES), c);
      d = factor.fma(FloatVector.fromArray(SPECIES, dy, from + 3 * LANES), d);
      at += xStride;
      from += stride;
    }
    a.intoArray(w, to);
    b.intoArray(w, to + LANES);
    c.intoArray(w, to + 2 * LANES);
    d.intoArray(w, to + 3 * LANES);
  }

  /** One row of the matrix by one vector. */
  private static void addToVector(
      float[] x, int k, int xStride, int rows, float[] dy, int column, int stride, float[] w) {
    FloatVector sum = FloatVector.fromArray(SPECIES, w, k * stride + column);
    for (int i = 0; i < rows; i++) {
      sum =
          FloatVector.broadcast(SPECIES, x[i * xStride + k])
              .fma(FloatVector.fromArray(SPECIES, dy, i * stride + column), sum);
    }
    sum.intoArray(w, k * stride + column);
  }

  @Override
  public void relu(float[] y, int count) {
    final int whole = SPECIES.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      FloatVector.fromArray(SPECIES, y, j).max(0f).intoArray(y, j);
    }
    for (int j = whole; j < count; j++) {
      y[j] = Math.max(y[j], 0f);
    }
  }

  @Override
  public void reluBackward(float[] y, float[] dy, int count) {
    final FloatVector zero = FloatVector.zero(SPECIES);
    final int whole = SPECIES.loopBound(count);
    for (int j = 0; j < whole; j += LANES) {
      final FloatVector gradient = FloatVector.fromArray(SPECIES, dy, j);
      zero.blend(gradient, FloatVector.fromArray(SPECIES, y, j).compare(VectorOperators.GT, 0f))
          .intoArray(dy, j);
    }
    for (int j = whole; j < count; j++) {
      dy[j] = y[j] > 0 ? dy[j] : 0f;
    }
  }
}
