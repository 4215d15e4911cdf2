// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * SGD {@code w -= rate g}, momentum {@code v = momentum v + g; w -= rate v}, Adagrad {@code s += g
 * g; w -= rate g / (sqrt(s) + epsilon)} and Adam, as {@link OptimizerKernels} has them, by vectors.
 * A row is one small loop, so that the misses of following rows overlap.
 */
final class VectorOptimizerKernels implements OptimizerKernels {
  private static final VectorSpecies<Float> SPECIES = FloatVector.SPECIES_PREFERRED;
  private static final int LANES = SPECIES.length();

  @Override
  public void sgd(
      SegmentedMatrix matrix, int[] rows, int from, int to, float[] gradients, int at, float rate) {
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
    ScalarOptimizerKernels.sgd(row, start, whole, dim, g, at, rate);
  }

  @Override
  public void coast(
      SegmentedMatrix matrix, int[] rows, int from, int to, float[] drifts, float[] decays) {
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
    ScalarOptimizerKernels.coast(row, start, whole, dim, drift, decay);
  }

  @Override
  public void momentum(
      SegmentedMatrix matrix,
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
    ScalarOptimizerKernels.coast(row, start, whole, dim, drift, decay);
    ScalarOptimizerKernels.momentum(row, start, whole, dim, g, at, rate, momentum);
  }

  @Override
  public void adagrad(
      SegmentedMatrix matrix,
      int[] rows,
      int from,
      int to,
      float[] gradients,
      int at,
      float rate,
      float epsilon) {
    final int dim = matrix.dim();
    int g = at;
    for (int i = from; i < to; i++, g += dim) {
      float[] row = matrix.segment(rows[i]);
      adagrad(row, matrix.start(rows[i]), dim, gradients, g, rate, epsilon);
    }
  }

  private static void adagrad(
      float[] row, int start, int dim, float[] gradients, int at, float rate, float epsilon) {
    final int whole = SPECIES.loopBound(dim);
    for (int j = 0; j < whole; j += LANES) {
      FloatVector g = FloatVector.fromArray(SPECIES, gradients, at + j);
      FloatVector s = FloatVector.fromArray(SPECIES, row, start + dim + j).add(g.mul(g));
      s.intoArray(row, start + dim + j);
      FloatVector w = FloatVector.fromArray(SPECIES, row, start + j);
      w.sub(g.mul(rate).div(s.sqrt().add(epsilon))).intoArray(row, start + j);
    }
    ScalarOptimizerKernels.adagrad(row, start, whole, dim, gradients, at, rate, epsilon);
  }

  @Override
  public void adam(
      SegmentedMatrix matrix,
      int[] rows,
      int from,
      int to,
      float[] gradients,
      int at,
      AdamDecays decays,
      float keep,
      float size,
      float lift) {
    final int dim = matrix.dim();
    int g = at;
    for (int i = from; i < to; i++, g += dim) {
      float[] row = matrix.segment(rows[i]);
      adam(row, matrix.start(rows[i]), dim, gradients, g, decays, keep, size, lift);
    }
  }

  private static void adam(
      float[] row,
      int start,
      int dim,
      float[] gradients,
      int at,
      AdamDecays decays,
      float keep,
      float size,
      float lift) {
    final float beta1 = decays.beta1();
    final float beta2 = decays.beta2();
    final float rest1 = decays.rest1();
    final float rest2 = decays.rest2();
    final float epsilon = decays.epsilon();
    final int whole = SPECIES.loopBound(dim);
    for (int j = 0; j < whole; j += LANES) {
      FloatVector g = FloatVector.fromArray(SPECIES, gradients, at + j);
      FloatVector m =
          FloatVector.fromArray(SPECIES, row, start + dim + j).mul(beta1).add(g.mul(rest1));
      FloatVector v =
          FloatVector.fromArray(SPECIES, row, start + 2 * dim + j)
              .mul(beta2)
              .add(g.mul(g).mul(rest2));
      m.intoArray(row, start + dim + j);
      v.intoArray(row, start + 2 * dim + j);
      FloatVector w = FloatVector.fromArray(SPECIES, row, start + j).mul(keep);
      w.sub(m.mul(size).div(v.mul(lift).sqrt().add(epsilon))).intoArray(row, start + j);
    }
    ScalarOptimizerKernels.adam(row, start, whole, dim, gradients, at, decays, keep, size, lift);
  }

  @Override
  public void adamIdle(
      SegmentedMatrix matrix, int row, AdamDecays decays, AdamSteps steps, int count) {
    final float[] values = matrix.segment(row);
    final int start = matrix.start(row);
    final int dim = matrix.dim();
    final int whole = SPECIES.loopBound(dim);
    for (int j = start; j < start + whole; j += LANES) {
      adamIdle(values, j, dim, decays, steps, count);
    }
    ScalarOptimizerKernels.adamIdle(values, start, whole, dim, decays, steps, count);
  }

  private static void adamIdle(
      float[] row, int at, int dim, AdamDecays decays, AdamSteps steps, int count) {
    final float beta1 = decays.beta1();
    final float beta2 = decays.beta2();
    final float epsilon = decays.epsilon();
    final float[] keeps = steps.keeps();
    final float[] sizes = steps.sizes();
    final float[] lifts = steps.lifts();
    FloatVector w = FloatVector.fromArray(SPECIES, row, at);
    FloatVector m = FloatVector.fromArray(SPECIES, row, at + dim);
    FloatVector v = FloatVector.fromArray(SPECIES, row, at + 2 * dim);
    for (int s = 0; s < count; s++) {
      m = m.mul(beta1);
      v = v.mul(beta2);
      w = w.mul(keeps[s]).sub(m.mul(sizes[s]).div(v.mul(lifts[s]).sqrt().add(epsilon)));
    }
    w.intoArray(row, at);
    m.intoArray(row, at + dim);
    v.intoArray(row, at + 2 * dim);
  }

  @Override
  public void scale(SegmentedMatrix matrix, int[] rows, int from, int to, float factor) {
    for (int i = from; i < to; i++) {
      scale(matrix.segment(rows[i]), matrix.start(rows[i]), matrix.dim(), factor);
    }
  }

  private static void scale(float[] row, int start, int dim, float factor) {
    final int whole = SPECIES.loopBound(dim);
    for (int j = start; j < start + whole; j += LANES) {
      FloatVector.fromArray(SPECIES, row, j).mul(factor).intoArray(row, j);
    }
    ScalarOptimizerKernels.scale(row, start, whole, dim, factor);
  }

  @Override
  public void addScaled(
      SegmentedMatrix matrix,
      int[] rows,
      int from,
      int to,
      SegmentedMatrix other,
      int[] others,
      int otherFrom,
      float factor) {
    final int dim = matrix.dim();
    for (int i = from; i < to; i++) {
      final int row = others[otherFrom + i - from];
      final float[] x = other.segment(row);
      addScaled(matrix.segment(rows[i]), matrix.start(rows[i]), dim, x, other.start(row), factor);
    }
  }

  private static void addScaled(float[] row, int start, int dim, float[] x, int at, float factor) {
    final int whole = SPECIES.loopBound(dim);
    for (int j = 0; j < whole; j += LANES) {
      FloatVector w = FloatVector.fromArray(SPECIES, row, start + j);
      w.add(FloatVector.fromArray(SPECIES, x, at + j).mul(factor)).intoArray(row, start + j);
    }
    ScalarOptimizerKernels.addScaled(row, start, whole, dim, x, at, factor);
  }
}
