// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * {@code y = sum_i f_i x_i}, by vectors: eight vectors of a row at a time are added up in registers
 * over all rows, so that a row is read once and a sum written once.
 */
final class VectorSegmentSum implements SegmentSum {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();
  private static final int STRETCH = 8 * LANES;
  private static final float[] ONES = {1}; // any row's weight

  /** A product with 1 is exact: one way for sums with weights and without. */
  @Override
  public void sum(
      SegmentedMatrix matrix,
      int[] rows,
      float @Nullable [] weights,
      int from,
      int to,
      float[] target,
      int at) {
    final float[] factors = weights == null ? ONES : weights;
    final int step = weights == null ? 0 : 1;
    final int dim = matrix.dim();
    int column = 0;
    for (; column + STRETCH <= dim; column += STRETCH) {
      stretch(matrix, rows, factors, step, from, to, column, target, at + column);
    }
    for (; column + LANES <= dim; column += LANES) {
      vector(matrix, rows, factors, step, from, to, column, target, at + column);
    }
    for (; column < dim; column++) {
      target[at + column] = scalar(matrix, rows, factors, step, from, to, column);
    }
  }

  private static void stretch(
      SegmentedMatrix matrix,
      int[] rows,
      float[] factors,
      int step,
      int from,
      int to,
      int column,
      float[] target,
      int at) {
    float[] row = matrix.segment(rows[from]);
    int start = matrix.start(rows[from]) + column;
    float weight = factors[step * from];
    FloatVector a = FloatVector.fromArray(SPECIES, row, start).mul(weight);
    FloatVector b = FloatVector.fromArray(SPECIES, row, start + LANES).mul(weight);
    FloatVector c = FloatVector.fromArray(SPECIES, row, start + 2 * LANES).mul(weight);
    FloatVector d = FloatVector.fromArray(SPECIES, row, start + 3 * LANES).mul(weight);
    FloatVector e = FloatVector.fromArray(SPECIES, row, start + 4 * LANES).mul(weight);
    FloatVector f = FloatVector.fromArray(SPECIES, row, start + 5 * LANES).mul(weight);
    FloatVector g = FloatVector.fromArray(SPECIES, row, start + 6 * LANES).mul(weight);
    FloatVector h = FloatVector.fromArray(SPECIES, row, start + 7 * LANES).mul(weight);
    for (int i = from + 1; i < to; i++) {
      row = matrix.segment(rows[i]);
      start = matrix.start(rows[i]) + column;
      weight = factors[step * i];
      a = a.add(FloatVector.fromArray(SPECIES, row, start).mul(weight));
      b = b.add(FloatVector.fromArray(SPECIES, row, start + LANES).mul(weight));
      c = c.add(FloatVector.fromArray(SPECIES, row, start + 2 * LANES).mul(weight));
      d = d.add(FloatVector.fromArray(SPECIES, row, start + 3 * LANES).mul(weight));
      e = e.add(FloatVector.fromArray(SPECIES, row, start + 4 * LANES).mul(weight));
      f = f.add(FloatVector.fromArray(SPECIES, row, start + 5 * LANES).mul(weight));
      g = g.add(FloatVector.fromArray(SPECIES, row, start + 6 * LANES).mul(weight));
      h = h.add(FloatVector.fromArray(SPECIES, row, start + 7 * LANES).mul(weight));
    }
    a.intoArray(target, at);
    b.intoArray(target, at + LANES);
    c.intoArray(target, at + 2 * LANES);
    d.intoArray(target, at + 3 * LANES);
    e.intoArray(target, at + 4 * LANES);
    f.intoArray(target, at + 5 * LANES);
    g.intoArray(target, at + 6 * LANES);
    h.intoArray(target, at + 7 * LANES);
  }

  private static void vector(
      SegmentedMatrix matrix,
      int[] rows,
      float[] factors,
      int step,
      int from,
      int to,
      int column,
      float[] target,
      int at) {
    FloatVector sum =
        FloatVector.fromArray(
                SPECIES, matrix.segment(rows[from]), matrix.start(rows[from]) + column)
            .mul(factors[step * from]);
    for (int i = from + 1; i < to; i++) {
      sum =
          sum.add(
              FloatVector.fromArray(
                      SPECIES, matrix.segment(rows[i]), matrix.start(rows[i]) + column)
                  .mul(factors[step * i]));
    }
    sum.intoArray(target, at);
  }

  private static float scalar(
      SegmentedMatrix matrix, int[] rows, float[] factors, int step, int from, int to, int column) {
    float sum = 0;
    for (int i = from; i < to; i++) {
      float product = factors[step * i] * matrix.segment(rows[i])[matrix.start(rows[i]) + column];
      sum = i == from ? product : sum + product;
    }
    return sum;
  }
}
