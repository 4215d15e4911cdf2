// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/**
 * SGD {@code w -= rate g}, momentum {@code v = momentum v + g; w -= rate v}, Adagrad {@code s += g
 * g; w -= rate g / (sqrt(s) + epsilon)} and Adam, as {@link OptimizerKernels} has them, in scalar
 * loops. Its loops over the columns of a row also end the rows of the vector twin.
 */
final class ScalarOptimizerKernels implements OptimizerKernels {
  @Override
  public void sgd(
      SegmentedMatrix matrix, int[] rows, int from, int to, float[] gradients, int at, float rate) {
    final int dim = matrix.dim();
    int g = at;
    for (int i = from; i < to; i++, g += dim) {
      sgd(matrix.segment(rows[i]), matrix.start(rows[i]), 0, dim, gradients, g, rate);
    }
  }

  static void sgd(float[] row, int start, int column, int dim, float[] g, int at, float rate) {
    for (int j = column; j < dim; j++) {
      row[start + j] -= rate * g[at + j];
    }
  }

  @Override
  public void coast(
      SegmentedMatrix matrix, int[] rows, int from, int to, float[] drifts, float[] decays) {
    final int dim = matrix.dim();
    for (int i = from; i < to; i++) {
      float[] row = matrix.segment(rows[i]);
      coast(row, matrix.start(rows[i]), 0, dim, drifts[i - from], decays[i - from]);
    }
  }

  static void coast(float[] row, int start, int column, int dim, float drift, float decay) {
    for (int j = start + column; j < start + dim; j++) {
      row[j] -= drift * row[j + dim];
      row[j + dim] *= decay;
    }
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
      coast(row, start, 0, dim, drifts[i - from], decays[i - from]);
      momentum(row, start, 0, dim, gradients, g, rate, momentum);
    }
  }

  static void momentum(
      float[] row, int start, int column, int dim, float[] g, int at, float rate, float momentum) {
    for (int j = column; j < dim; j++) {
      float v = momentum * row[start + dim + j] + g[at + j];
      row[start + dim + j] = v;
      row[start + j] -= rate * v;
    }
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
      adagrad(row, matrix.start(rows[i]), 0, dim, gradients, g, rate, epsilon);
    }
  }

  static void adagrad(
      float[] row, int start, int column, int dim, float[] g, int at, float rate, float epsilon) {
    for (int j = column; j < dim; j++) {
      float s = row[start + dim + j] + g[at + j] * g[at + j];
      row[start + dim + j] = s;
      row[start + j] -= rate * g[at + j] / ((float) Math.sqrt(s) + epsilon);
    }
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
      adam(row, matrix.start(rows[i]), 0, dim, gradients, g, decays, keep, size, lift);
    }
  }

  static void adam(
      float[] row,
      int start,
      int column,
      int dim,
      float[] gradients,
      int at,
      AdamDecays decays,
      float keep,
      float size,
      float lift) {
    for (int j = column; j < dim; j++) {
      final float g = gradients[at + j];
      final float m = decays.beta1() * row[start + dim + j] + decays.rest1() * g;
      final float v = decays.beta2() * row[start + 2 * dim + j] + decays.rest2() * (g * g);
      row[start + dim + j] = m;
      row[start + 2 * dim + j] = v;
      row[start + j] =
          keep * row[start + j] - size * m / ((float) Math.sqrt(lift * v) + decays.epsilon());
    }
  }

  @Override
  public void adamIdle(
      SegmentedMatrix matrix, int row, AdamDecays decays, AdamSteps steps, int count) {
    final float[] values = matrix.segment(row);
    adamIdle(values, matrix.start(row), 0, matrix.dim(), decays, steps, count);
  }

  static void adamIdle(
      float[] row, int start, int column, int dim, AdamDecays decays, AdamSteps steps, int count) {
    for (int j = start + column; j < start + dim; j++) {
      float w = row[j];
      float m = row[j + dim];
      float v = row[j + 2 * dim];
      for (int s = 0; s < count; s++) {
        m = decays.beta1() * m;
        v = decays.beta2() * v;
        w =
            steps.keeps()[s] * w
                - steps.sizes()[s]
                    * m
                    / ((float) Math.sqrt(steps.lifts()[s] * v) + decays.epsilon());
      }
      row[j] = w;
      row[j + dim] = m;
      row[j + 2 * dim] = v;
    }
  }

  @Override
  public void scale(SegmentedMatrix matrix, int[] rows, int from, int to, float factor) {
    for (int i = from; i < to; i++) {
      scale(matrix.segment(rows[i]), matrix.start(rows[i]), 0, matrix.dim(), factor);
    }
  }

  static void scale(float[] row, int start, int column, int dim, float factor) {
    for (int j = start + column; j < start + dim; j++) {
      row[j] *= factor;
    }
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
      addScaled(
          matrix.segment(rows[i]), matrix.start(rows[i]), 0, dim, x, other.start(row), factor);
    }
  }

  static void addScaled(
      float[] row, int start, int column, int dim, float[] x, int at, float factor) {
    for (int j = column; j < dim; j++) {
      row[start + j] += factor * x[at + j];
    }
  }
}
