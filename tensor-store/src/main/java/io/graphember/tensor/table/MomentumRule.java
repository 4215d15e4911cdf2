// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.memory.kernel.OptimizerRows;
import io.graphember.memory.kernel.SegmentedRows;

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
  void advance(SegmentedRows matrix, int[] rows, int from, int to, int[] lasts, long step) {
    OptimizerRows.BEST.coast(
        matrix, rows, from, to, drifts(lasts, to - from, step), decays(lasts, to - from, step));
  }

  @Override
  void update(
      SegmentedRows matrix,
      int[] rows,
      int from,
      int to,
      int[] lasts,
      float[] gradients,
      int at,
      long step) {
    OptimizerRows.BEST.momentum(
        matrix,
        rows,
        from,
        to,
        drifts(lasts, to - from, step - 1),
        decays(lasts, to - from, step - 1),
        gradients,
        at,
        learningRate.at(step),
        momentum);
  }

  private float[] drifts(int[] lasts, int count, long step) {
    float[] drifts = new float[count];
    for (int i = 0; i < count; i++) {
      drifts[i] = skipped.drift(lasts[i], step);
    }
    return drifts;
  }

  private float[] decays(int[] lasts, int count, long step) {
    float[] decays = new float[count];
    for (int i = 0; i < count; i++) {
      decays[i] = skipped.decay(lasts[i], step);
    }
    return decays;
  }
}
