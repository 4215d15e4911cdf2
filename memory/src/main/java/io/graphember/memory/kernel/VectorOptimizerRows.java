// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The vector twin. A row is one small loop, so that the misses of following rows overlap. */
final class VectorOptimizerRows implements OptimizerRows {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  @Override
  public void sgd(
      SegmentedRows matrix, int[] rows, int from, int to, float[] gradients, int at, float rate) {
    final int dim = matrix.dim();
    int g = at;
    for (int i = from; i < to; i++, g += dim) {
      sgd(matrix.segment(rows[i]), matrix.start(rows[i]), dim, gradients, g, rate);
    }
  }

  private static void sgd(float[] row, int start, int dim, float[] g, int at, float rate) {
    final int whole = SPECIES.loopBound(dim);
    for (int j = 0; j < whole; j += LANES) {
      FloatVector w = FloatVector.fromArray(SPECIES, row, start + j);
      w.sub(FloatVector.fromArray(SPECIES, g, at + j).mul(rate)).intoArray(row, start + j);
    }
    PlainOptimizerRows.sgd(row, start, whole, dim, g, at, rate);
  }

  @Override
  public void coast(
      SegmentedRows matrix, int[] rows, int from, int to, float[] drifts, float[] decays) {
    final int dim = matrix.dim();
    for (int i = from; i < to; i++) {
      float[] row = matrix.segment(rows[i]);
      coast(row, matrix.start(rows[i]), dim, drifts[i - from], decays[i - from]);
    }
  }

  private static void coast(float[] row, int start, int dim, float drift, float decay) {
    final int whole = SPECIES.loopBound(dim);
    for (int j = start; j < start + whole; j += LANES) {
      FloatVector v = FloatVector.fromArray(SPECIES, row, j + dim);
      FloatVector.fromArray(SPECIES, row, j).sub(v.mul(drift)).intoArray(row, j);
      v.mul(decay).intoArray(row, j + dim);
    }
    PlainOptimizerRows.coast(row, start, whole, dim, drift, decay);
  }

  @Override
  public void momentum(
      SegmentedRows matrix,
      int[] rows,
      int from,
      int to,
      float[] drifts,
      float[] decays,
      float[] gradients,
      int at,
      float rate,
      float momentum) {
    final int dim = matrix.dim();
    int g = at;
    for (int i = from; i < to; i++, g += dim) {
      float[] row = matrix.segment(rows[i]);
      int start = matrix.start(rows[i]);
      momentum(row, start, dim, drifts[i - from], decays[i - from], gradients, g, rate, momentum);
    }
  }

  private static void momentum(
      float[] row,
      int start,
      int dim,
      float drift,
      float decay,
      float[] g,
      int at,
      float rate,
      float momentum) {
    final int whole = SPECIES.loopBound(dim);
    for (int j = 0; j < whole; j += LANES) {
      FloatVector before = FloatVector.fromArray(SPECIES, row, start + dim + j);
      FloatVector w = FloatVector.fromArray(SPECIES, row, start + j).sub(before.mul(drift));
      FloatVector v =
          before.mul(decay).mul(momentum).add(FloatVector.fromArray(SPECIES, g, at + j));
      v.intoArray(row, start + dim + j);
      w.sub(v.mul(rate)).intoArray(row, start + j);
    }
    PlainOptimizerRows.coast(row, start, whole, dim, drift, decay);
    PlainOptimizerRows.momentum(row, start, whole, dim, g, at, rate, momentum);
  }
}
