// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.OptimizerKernels;
import io.graphember.kernels.OptimizerKernels.AdamDecays;
import io.graphember.kernels.OptimizerKernels.AdamSteps;
import io.graphember.kernels.SegmentedMatrix;
import io.graphember.tensor.optimizer.LearningRate;
import java.util.concurrent.atomic.LongAdder;

/**
 * Adam and AdamW; sparse, or dense with the steps that a row has skipped.
 *
 * <p>A skipped step has no closed form because of its root. The first of them are replayed, one by
 * one, until what is left of m can move nothing: m shrinks by beta1 in every step and sqrt(v) by
 * sqrt(beta2), so that a move is below 2^-40 of the first after {@code 40 ln 2 / -ln(beta1 /
 * sqrt(beta2))} steps, 265 with the usual constants. After those m, v and the decay of w have
 * closed forms. Cost of a touched row: that of a step of Adam in registers for each replayed step.
 */
final class AdamRule extends RowRule {
  private static final double NOTHING = 0x1p-40;

  private final boolean dense;
  private final AdamDecays decays;
  private final LearningRate learningRate;
  private final float weightDecay;
  private final long replayed;
  private final LongAdder replayedSteps = new LongAdder();
  private final StepTable sizes; // by step: the rate with m's bias corrected
  private final StepTable lifts; // by step: what corrects v's bias
  private final StepTable kept; // by step: logarithm of what decay leaves of w since step 0

  AdamRule(RowOptimizer.Adam adam) {
    this(adam.learningRate(), adam.beta1(), adam.beta2(), adam.epsilon(), 0f, adam.dense());
  }

  AdamRule(RowOptimizer.AdamW adam) {
    this(
        adam.learningRate(),
        adam.beta1(),
        adam.beta2(),
        adam.epsilon(),
        adam.weightDecay(),
        adam.dense());
  }

  private AdamRule(
      LearningRate learningRate,
      float beta1,
      float beta2,
      float epsilon,
      float weightDecay,
      boolean dense) {
    this.dense = dense;
    this.decays = new AdamDecays(beta1, beta2, epsilon);
    this.learningRate = learningRate;
    this.weightDecay = weightDecay;
    this.replayed = replayed(beta1, beta2);
    this.sizes = StepTable.of(step -> learningRate.at(step) / (1 - Math.pow(beta1, step)));
    this.lifts = StepTable.of(step -> 1 / (1 - Math.pow(beta2, step)));
    this.kept = new Kept(learningRate, weightDecay);
  }

  /** Skipped steps that move a row. */
  private static long replayed(float beta1, float beta2) {
    final double shrinks = beta1 / Math.sqrt(beta2);
    return shrinks < 1 ? (long) Math.ceil(Math.log(NOTHING) / Math.log(shrinks)) : Long.MAX_VALUE;
  }

  @Override
  void advance(SegmentedMatrix matrix, int[] rows, int from, int to, int[] lasts, long step) {
    if (dense) {
      final AdamSteps steps = new AdamSteps((int) Math.min(replayed, StepTable.CHUNK));
      long moves = 0;
      for (int i = from; i < to; i++) {
        moves += advance(matrix, rows[i], lasts[i - from], step, steps);
      }
      replayedSteps.add(moves);
    }
  }

  @Override
  long replayedSteps() {
    return replayedSteps.sum();
  }

  /** Moves a row; returns how many steps were replayed. */
  private long advance(SegmentedMatrix matrix, int row, long last, long step, AdamSteps steps) {
    // A row at step 0 has had no gradient: nothing but its decay moves it.
    final long moves = last == 0 ? 0 : Math.max(0, Math.min(replayed, step - last));
    for (long t = last; t < last + moves; t += StepTable.CHUNK) {
      final int count = (int) Math.min(StepTable.CHUNK, last + moves - t);
      load(steps, t + 1, count);
      OptimizerKernels.BEST.adamIdle(matrix, row, decays, steps, count);
    }
    final long idle = step - last - moves;
    if (idle > 0) {
      final double left = Math.exp(kept.at(step) - kept.at(last + moves));
      OptimizerKernels.BEST.scaleParts(
          matrix,
          row,
          (float) left,
          (float) Math.pow(decays.beta1(), idle),
          (float) Math.pow(decays.beta2(), idle));
    }
    return moves;
  }

  private void load(AdamSteps steps, long first, int count) {
    for (int s = 0; s < count; s++) {
      steps.keeps()[s] = keep(first + s);
      steps.sizes()[s] = (float) sizes.at(first + s);
      steps.lifts()[s] = (float) lifts.at(first + s);
    }
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
    advance(matrix, rows, from, to, lasts, step - 1);
    OptimizerKernels.BEST.adam(
        matrix,
        rows,
        from,
        to,
        gradients,
        at,
        decays,
        keep(step),
        (float) sizes.at(step),
        (float) lifts.at(step));
  }

  private float keep(long step) {
    return (float) (1 - learningRate.at(step) * (double) weightDecay);
  }

  /** The logarithm of the product of all steps' {@code 1 - lr decay} so far. */
  private static final class Kept extends StepTable {
    private final LearningRate learningRate;
    private final double weightDecay;

    Kept(LearningRate learningRate, float weightDecay) {
      this.learningRate = learningRate;
      this.weightDecay = weightDecay;
    }

    @Override
    void fill(long first, double[] values) {
      for (long t = 0; t < first; t += CHUNK) {
        at(t); // from the first chunk on, so that none waits for all before it
      }
      double sum = first == 0 ? 0 : at(first - 1);
      for (int i = 0; i < values.length; i++) {
        final long step = first + i;
        sum += step == 0 ? 0 : Math.log1p(-learningRate.at(step) * weightDecay);
        values[i] = sum;
      }
    }
  }
}
