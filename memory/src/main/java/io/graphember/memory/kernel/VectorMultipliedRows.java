// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The vector twin: blocks of four rows by four vectors of y are held in registers while the rows of
 * the matrix go by; a stretch of the matrix as wide as a block stays in the cache for all rows.
 */
final class VectorMultipliedRows implements MultipliedRows {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int BLOCK = 4;

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
    FloatVector a0 = FloatVector.zero(SPECIES);
    FloatVector a1 = a0;
    FloatVector a2 = a0;
    FloatVector a3 = a0;
    FloatVector b0 = a0;
    FloatVector b1 = a0;
    FloatVector b2 = a0;
    FloatVector b3 = a0;
    FloatVector c0 = a0;
    FloatVector c1 = a0;
    FloatVector c2 = a0;
    FloatVector c3 = a0;
    FloatVector d0 = a0;
    FloatVector d1 = a0;
    FloatVector d2 = a0;
    FloatVector d3 = a0;
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
    store(a0, a1, a2, a3, y, row * stride + to);
    store(b0, b1, b2, b3, y, (row + 1) * stride + to);
    store(c0, c1, c2, c3, y, (row + 2) * stride + to);
    store(d0, d1, d2, d3, y, (row + 3) * stride + to);
  }

  private static void store(
      FloatVector first,
      FloatVector second,
      FloatVector third,
      FloatVector fourth,
      float[] y,
      int at) {
    first.intoArray(y, at);
    second.intoArray(y, at + LANES);
    third.intoArray(y, at + 2 * LANES);
    fourth.intoArray(y, at + 3 * LANES);
  }

  /** Four rows by one vector. */
  private static void column(
      float[] x, int row, int xStride, int in, float[] w, int at, int stride, float[] y, int to) {
    final int x0 = row * xStride;
    final int x1 = x0 + xStride;
    final int x2 = x1 + xStride;
    final int x3 = x2 + xStride;
    FloatVector a = FloatVector.zero(SPECIES);
    FloatVector b = a;
    FloatVector c = a;
    FloatVector d = a;
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
}
