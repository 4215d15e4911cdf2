// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.OptimizerKernels;
import io.graphember.kernels.SegmentedMatrix;
import io.graphember.tensor.optimizer.LearningRate;

/** Momentum, with the steps that a row has skipped in closed form. */
final class MomentumRule extends RowRule {
  private final LearningRate learningRate;
  private final float momentum;
  private final SkippedMomentum skipped;

  MomentumRule(RowOptimizer.Momentum momentum) {
    this.learningRate = momentum.learningRate();
    this.momentum = momentum.momentum();
    this.skipped = new SkippedMomentum(learningRate, this.momentum);
  }

  @Override
  void advance(SegmentedMatrix matrix, int[] rows, int from, int to, int[] lasts, long step) {
    float[] drifts = new float[lasts.length];
    float[] decays = new float[lasts.length];
    skipped.fill(lasts, step, drifts, decays);
    OptimizerKernels.BEST.coast(matrix, rows, from, to, drifts, decays);
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
    float[] drifts = new float[lasts.length];
    float[] decays = new float[lasts.length];
    skipped.fill(lasts, step - 1, drifts, decays);
    final float rate = learningRate.at(step);
    OptimizerKernels.BEST.momentum(
        matrix, rows, from, to, drifts, decays, gradients, at, rate, momentum);
  }
}
