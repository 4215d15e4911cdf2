// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.OptimizerKernels;
import io.graphember.kernels.SegmentedMatrix;
import io.graphember.tensor.optimizer.LearningRate;

/** Plain descent. */
final class SgdRule extends RowRule {
  private final LearningRate learningRate;

  SgdRule(RowOptimizer.Sgd sgd) {
    this.learningRate = sgd.learningRate();
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
    OptimizerKernels.BEST.sgd(matrix, rows, from, to, gradients, at, learningRate.at(step));
  }
}
