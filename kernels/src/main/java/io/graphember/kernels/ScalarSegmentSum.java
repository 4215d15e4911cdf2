// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import org.jspecify.annotations.Nullable;

/** {@code y = sum_i f_i x_i}, in scalar loops. */
final class ScalarSegmentSum implements SegmentSum {
  @Override
  public void sum(
      SegmentedMatrix matrix,
      int[] rows,
      float @Nullable [] weights,
      int from,
      int to,
      float[] target,
      int at) {
    final int dim = matrix.dim();
    System.arraycopy(matrix.segment(rows[from]), matrix.start(rows[from]), target, at, dim);
    if (weights == null) {
      for (int i = from + 1; i < to; i++) {
        add(matrix.segment(rows[i]), matrix.start(rows[i]), target, at, dim);
      }
      return;
    }
    multiply(weights[from], target, at, dim);
    for (int i = from + 1; i < to; i++) {
      add(weights[i], matrix.segment(rows[i]), matrix.start(rows[i]), target, at, dim);
    }
  }

  private static void multiply(float weight, float[] target, int at, int dim) {
    for (int j = 0; j < dim; j++) {
      target[at + j] *= weight;
    }
  }

  private static void add(float[] row, int start, float[] target, int at, int dim) {
    for (int j = 0; j < dim; j++) {
      target[at + j] += row[start + j];
    }
  }

  private static void add(float weight, float[] row, int start, float[] target, int at, int dim) {
    for (int j = 0; j < dim; j++) {
      target[at + j] += weight * row[start + j];
    }
  }
}
