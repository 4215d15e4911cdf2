// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.tensor.optimizer.Clipped;
import io.graphember.tensor.optimizer.Continued;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.optimizer.Optimizer;
import io.graphember.tensor.table.RowOptimizer;
import io.graphember.training.job.optimizer.OptimizerKind;
import io.graphember.training.job.optimizer.RateSchedule;

/**
 * How gradients move parameters, before it is known how many steps an epoch has.
 *
 * @param kind the optimizer
 * @param learningRate step size at first, after the warm-up
 * @param schedule how the step size goes on
 * @param decayEvery epochs between two steps down
 * @param decayFactor what is left of the step size by each of them
 * @param warmUp epochs in which the step size rises first, 0 for none
 * @param clipNorm largest L2 norm of the gradient of all parameters, 0 for any
 * @param weightDecay weight decay, which is not clipped
 * @param before updates of an earlier training, whose memory of the parameters the optimizer goes
 *     on with; 0 for none
 */
public record OptimizerPlan(
    OptimizerKind kind,
    float learningRate,
    RateSchedule schedule,
    int decayEvery,
    float decayFactor,
    int warmUp,
    float clipNorm,
    float weightDecay,
    long before) {

  static OptimizerPlan of(TrainingSettings training) {
    return new OptimizerPlan(
        training.optimizer(),
        training.learningRate(),
        training.schedule(),
        training.decayEvery(),
        training.decayFactor(),
        training.warmUp(),
        training.clipNorm(),
        training.weightDecay(),
        0);
  }

  /** {@link OptimizerKind#ADAM} at one rate, without clipping. */
  public static OptimizerPlan adam(float learningRate, float weightDecay) {
    return constant(OptimizerKind.ADAM, learningRate, weightDecay);
  }

  /** {@link OptimizerKind#SGD} at one rate, without clipping. */
  public static OptimizerPlan sgd(float learningRate, float weightDecay) {
    return constant(OptimizerKind.SGD, learningRate, weightDecay);
  }

  private static OptimizerPlan constant(OptimizerKind kind, float rate, float weightDecay) {
    return new OptimizerPlan(kind, rate, RateSchedule.CONSTANT, 1, 1, 0, 0, weightDecay, 0);
  }

  /** The same, which goes on behind updates of an earlier training. */
  OptimizerPlan after(long updates) {
    return new OptimizerPlan(
        kind,
        learningRate,
        schedule,
        decayEvery,
        decayFactor,
        warmUp,
        clipNorm,
        weightDecay,
        updates);
  }

  /**
   * The optimizer.
   *
   * @param stepsPerEpoch 1 or more
   * @param epochs most epochs
   */
  public Optimizer of(long stepsPerEpoch, int epochs) {
    final LearningRate rate = rate(stepsPerEpoch, epochs);
    Optimizer optimizer = kind.create(before == 0 ? rate : rate.after(before), weightDecay);
    optimizer = clipNorm == 0 ? optimizer : new Clipped(optimizer, clipNorm);
    return before == 0 ? optimizer : new Continued(optimizer, before);
  }

  /**
   * The learning rate.
   *
   * @param stepsPerEpoch 1 or more
   * @param epochs most epochs
   */
  public LearningRate rate(long stepsPerEpoch, int epochs) {
    LearningRate rate =
        schedule.of(
            learningRate,
            Math.max(1, stepsPerEpoch * epochs),
            stepsPerEpoch * decayEvery,
            decayFactor);
    return warmUp == 0 ? rate : rate.warmUp(stepsPerEpoch * warmUp);
  }

  /**
   * The same for rows of a table, without weight decay.
   *
   * @param stepsPerEpoch 1 or more
   * @param epochs most epochs
   */
  public RowOptimizer ofRows(long stepsPerEpoch, int epochs) {
    return kind.ofRows(rate(stepsPerEpoch, epochs));
  }

  /** Floats that the optimizer remembers for each parameter. */
  public int slots() {
    return of(1, 1).slots();
  }
}
