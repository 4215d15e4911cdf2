// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

/** The plain twin. Its loops over the columns of a row also end the rows of the vector twin. */
final class PlainOptimizerRows implements OptimizerRows {
  @Override
  public void sgd(
      SegmentedRows matrix, int[] rows, int from, int to, float[] gradients, int at, float rate) {
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
      SegmentedRows matrix, int[] rows, int from, int to, float[] drifts, float[] decays) {
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
}
