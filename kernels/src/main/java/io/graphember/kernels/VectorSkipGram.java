// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@code dx += sum_k g_k y_k; dy_k += g_k x}, by vectors. All products come before all changes, so
 * that the sums of one output row do not wait for those of another.
 */
final class VectorSkipGram implements SkipGram {
  private static final VectorSpecies<Float> SPECIES = species();
  private static final int LANES = SPECIES.length();
  private static final int STRETCH = 8 * LANES;
  private static final float[] ZEROS = new float[PARTIAL_SUMS];

  /** No more lanes than there are partial sums. */
  private static VectorSpecies<Float> species() {
    return FloatVector.SPECIES_PREFERRED.length() > PARTIAL_SUMS
        ? FloatVector.SPECIES_512
        : FloatVector.SPECIES_PREFERRED;
  }

  @Override
  public void train(
      float[] x,
      int xAt,
      float[] dx,
      float[][] y,
      float[][] dy,
      int[] yAt,
      int count,
      int dim,
      float rate,
      float[] scratch) {
    final int whole = dim / PARTIAL_SUMS * PARTIAL_SUMS;
    products(x, xAt, y, yAt, count, whole, dim, scratch);
    Sigmoid.factors(scratch, count, rate);
    int column = 0;
    for (; column + STRETCH <= whole; column += STRETCH) {
      changeStretch(x, xAt, dx, y, dy, yAt, column, count, scratch);
    }
    for (; column < whole; column += LANES) {
      change(x, xAt, dx, y, dy, yAt, column, count, scratch);
    }
    for (; column < dim; column++) {
      ScalarSkipGram.column(x[xAt + column], dx, xAt + column, y, dy, yAt, column, count, scratch);
    }
  }

  private static void products(
      float[] x, int xAt, float[][] y, int[] yAt, int count, int whole, int dim, float[] scratch) {
    int column = 0;
    if (LANES == PARTIAL_SUMS && whole >= STRETCH) {
      addStretch(x, xAt, y, yAt, 0, count, ZEROS, 0, 0, scratch);
      for (column = STRETCH; column + STRETCH <= whole; column += STRETCH) {
        addStretch(x, xAt, y, yAt, column, count, scratch, 2 * count, PARTIAL_SUMS, scratch);
      }
    } else {
      Arrays.fill(scratch, 2 * count, ScalarSkipGram.sums(count, count), 0);
    }
    for (int k = 0; k < count; k++) {
      final int sums = ScalarSkipGram.sums(count, k);
      for (int lane = 0; column < whole && lane < PARTIAL_SUMS; lane += LANES) {
        addVectors(x, xAt + lane, y[k], yAt[k] + lane, column, whole, scratch, sums + lane);
      }
      ScalarSkipGram.addProducts(x, xAt, y[k], yAt[k], whole, dim, scratch, sums);
    }
    ScalarSkipGram.totals(scratch, count);
  }

  /**
   * The products of eight vectors of x, in registers, with those of all output rows.
   *
   * @param sums partial sums to add to: those of output row k at {@code sumsAt + k * step}
   */
  private static void addStretch(
      float[] x,
      int xAt,
      float[][] y,
      int[] yAt,
      int column,
      int count,
      float[] sums,
      int sumsAt,
      int step,
      float[] scratch) {
    final int place = xAt + column;
    final FloatVector a = FloatVector.fromArray(SPECIES, x, place);
    final FloatVector b = FloatVector.fromArray(SPECIES, x, place + LANES);
    final FloatVector c = FloatVector.fromArray(SPECIES, x, place + 2 * LANES);
    final FloatVector d = FloatVector.fromArray(SPECIES, x, place + 3 * LANES);
    final FloatVector e = FloatVector.fromArray(SPECIES, x, place + 4 * LANES);
    final FloatVector f = FloatVector.fromArray(SPECIES, x, place + 5 * LANES);
    final FloatVector g = FloatVector.fromArray(SPECIES, x, place + 6 * LANES);
    final FloatVector h = FloatVector.fromArray(SPECIES, x, place + 7 * LANES);
    for (int k = 0; k < count; k++) {
      final float[] output = y[k];
      final int at = yAt[k] + column;
      FloatVector sum = FloatVector.fromArray(SPECIES, sums, sumsAt + k * step);
      sum = a.fma(FloatVector.fromArray(SPECIES, output, at), sum);
      sum = b.fma(FloatVector.fromArray(SPECIES, output, at + LANES), sum);
      sum = c.fma(FloatVector.fromArray(SPECIES, output, at + 2 * LANES), sum);
      sum = d.fma(FloatVector.fromArray(SPECIES, output, at + 3 * LANES), sum);
      sum = e.fma(FloatVector.fromArray(SPECIES, output, at + 4 * LANES), sum);
      sum = f.fma(FloatVector.fromArray(SPECIES, output, at + 5 * LANES), sum);
      sum = g.fma(FloatVector.fromArray(SPECIES, output, at + 6 * LANES), sum);
      sum = h.fma(FloatVector.fromArray(SPECIES, output, at + 7 * LANES), sum);
      sum.intoArray(scratch, ScalarSkipGram.sums(count, k));
    }
  }

  private static void addVectors(
      float[] x, int xAt, float[] y, int yAt, int from, int to, float[] sums, int at) {
    FloatVector sum = FloatVector.fromArray(SPECIES, sums, at);
    for (int j = from; j < to; j += PARTIAL_SUMS) {
      sum =
          FloatVector.fromArray(SPECIES, x, xAt + j)
              .fma(FloatVector.fromArray(SPECIES, y, yAt + j), sum);
    }
    sum.intoArray(sums, at);
  }

  /** Eight vectors of x and of its change, in registers. */
  private static void changeStretch(
      float[] x,
      int xAt,
      float[] dx,
      float[][] y,
      float[][] dy,
      int[] yAt,
      int column,
      int count,
      float[] factors) {
    final int place = xAt + column;
    final FloatVector x0 = FloatVector.fromArray(SPECIES, x, place);
    final FloatVector x1 = FloatVector.fromArray(SPECIES, x, place + LANES);
    final FloatVector x2 = FloatVector.fromArray(SPECIES, x, place + 2 * LANES);
    final FloatVector x3 = FloatVector.fromArray(SPECIES, x, place + 3 * LANES);
    final FloatVector x4 = FloatVector.fromArray(SPECIES, x, place + 4 * LANES);
    final FloatVector x5 = FloatVector.fromArray(SPECIES, x, place + 5 * LANES);
    final FloatVector x6 = FloatVector.fromArray(SPECIES, x, place + 6 * LANES);
    final FloatVector x7 = FloatVector.fromArray(SPECIES, x, place + 7 * LANES);
    FloatVector d0 = FloatVector.zero(SPECIES);
    FloatVector d1 = FloatVector.zero(SPECIES);
    FloatVector d2 = FloatVector.zero(SPECIES);
    FloatVector d3 = FloatVector.zero(SPECIES);
    FloatVector d4 = FloatVector.zero(SPECIES);
    FloatVector d5 = FloatVector.zero(SPECIES);
    FloatVector d6 = FloatVector.zero(SPECIES);
    FloatVector d7 = FloatVector.zero(SPECIES);
    for (int k = 0; k < count; k++) {
      final FloatVector factor = FloatVector.broadcast(SPECIES, factors[count + k]);
      final float[] output = y[k];
      final float[] change = dy[k];
      final int at0 = yAt[k] + column;
      final int at1 = yAt[k] + column + LANES;
      final int at2 = yAt[k] + column + 2 * LANES;
      final int at3 = yAt[k] + column + 3 * LANES;
      final int at4 = yAt[k] + column + 4 * LANES;
      final int at5 = yAt[k] + column + 5 * LANES;
      final int at6 = yAt[k] + column + 6 * LANES;
      final int at7 = yAt[k] + column + 7 * LANES;
      d0 = FloatVector.fromArray(SPECIES, output, at0).fma(factor, d0);
      x0.fma(factor, FloatVector.fromArray(SPECIES, change, at0)).intoArray(change, at0);
      d1 = FloatVector.fromArray(SPECIES, output, at1).fma(factor, d1);
      x1.fma(factor, FloatVector.fromArray(SPECIES, change, at1)).intoArray(change, at1);
      d2 = FloatVector.fromArray(SPECIES, output, at2).fma(factor, d2);
      x2.fma(factor, FloatVector.fromArray(SPECIES, change, at2)).intoArray(change, at2);
      d3 = FloatVector.fromArray(SPECIES, output, at3).fma(factor, d3);
      x3.fma(factor, FloatVector.fromArray(SPECIES, change, at3)).intoArray(change, at3);
      d4 = FloatVector.fromArray(SPECIES, output, at4).fma(factor, d4);
      x4.fma(factor, FloatVector.fromArray(SPECIES, change, at4)).intoArray(change, at4);
      d5 = FloatVector.fromArray(SPECIES, output, at5).fma(factor, d5);
      x5.fma(factor, FloatVector.fromArray(SPECIES, change, at5)).intoArray(change, at5);
      d6 = FloatVector.fromArray(SPECIES, output, at6).fma(factor, d6);
      x6.fma(factor, FloatVector.fromArray(SPECIES, change, at6)).intoArray(change, at6);
      d7 = FloatVector.fromArray(SPECIES, output, at7).fma(factor, d7);
      x7.fma(factor, FloatVector.fromArray(SPECIES, change, at7)).intoArray(change, at7);
    }
    FloatVector.fromArray(SPECIES, dx, place).add(d0).intoArray(dx, place);
    FloatVector.fromArray(SPECIES, dx, place + LANES).add(d1).intoArray(dx, place + LANES);
    FloatVector.fromArray(SPECIES, dx, place + 2 * LANES).add(d2).intoArray(dx, place + 2 * LANES);
    FloatVector.fromArray(SPECIES, dx, place + 3 * LANES).add(d3).intoArray(dx, place + 3 * LANES);
    FloatVector.fromArray(SPECIES, dx, place + 4 * LANES).add(d4).intoArray(dx, place + 4 * LANES);
    FloatVector.fromArray(SPECIES, dx, place + 5 * LANES).add(d5).intoArray(dx, place + 5 * LANES);
    FloatVector.fromArray(SPECIES, dx, place + 6 * LANES).add(d6).intoArray(dx, place + 6 * LANES);
    FloatVector.fromArray(SPECIES, dx, place + 7 * LANES).add(d7).intoArray(dx, place + 7 * LANES);
  }

  private static void change(
      float[] x,
      int xAt,
      float[] dx,
      float[][] y,
      float[][] dy,
      int[] yAt,
      int column,
      int count,
      float[] factors) {
    final int place = xAt + column;
    final FloatVector row = FloatVector.fromArray(SPECIES, x, place);
    FloatVector change = FloatVector.zero(SPECIES);
    for (int k = 0; k < count; k++) {
      final FloatVector factor = FloatVector.broadcast(SPECIES, factors[count + k]);
      final int at = yAt[k] + column;
      change = FloatVector.fromArray(SPECIES, y[k], at).fma(factor, change);
      row.fma(factor, FloatVector.fromArray(SPECIES, dy[k], at)).intoArray(dy[k], at);
    }
    FloatVector.fromArray(SPECIES, dx, place).add(change).intoArray(dx, place);
  }
}
