// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.OptimizerKernels;
import io.graphember.kernels.SegmentedMatrix;
import io.graphember.tensor.optimizer.LearningRate;

/** Adagrad: a row without a gradient stays where it is. */
final class AdagradRule extends RowRule {
  private final LearningRate learningRate;
  private final float delta;

  AdagradRule(RowOptimizer.Adagrad adagrad) {
    this.learningRate = adagrad.learningRate();
    this.delta = adagrad.delta();
  }

  @Override
  void update(
      SegmentedMatrix matrix,
      int[] rows,
      int from,
      int to,
      int[] lasts,
      float[] gradients,
      int at,
      long step) {
    OptimizerKernels.BEST.adagrad(
        matrix, rows, from, to, gradients, at, learningRate.at(step), delta);
  }
}
