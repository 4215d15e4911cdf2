// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import java.util.ArrayList;
import java.util.List;

/**
 * All that a training goes on from behind one of its steps; the same in every trainer. Random
 * streams are counted and not kept, so they are no part of it.
 *
 * @param step steps done, from the first epoch on; gradients, where trainers do not step together
 * @param weights the parameters, flat
 * @param slots what the optimizer remembers of them, see {@link
 *     io.graphember.tensor.optimizer.Optimizer}
 * @param bestWeights parameters of the best epoch; the start before there is one
 * @param sums of the epoch that has begun: loss, hits and seeds over all trainers
 * @param seconds that this epoch has taken
 * @param waitSeconds of these, how long the trainer waited for sampled batches
 * @param epochs report of every whole epoch
 */
public record TrainingState(
    long step,
    float[] weights,
    float[] slots,
    float[] bestWeights,
    double[] sums,
    double seconds,
    double waitSeconds,
    List<EpochReport> epochs) {
  /** Sums of an epoch. */
  static final int SUMS = 3;

  /**
   * Before the first step.
   *
   * @param parameters to start from; copied
   * @param slots floats that the optimizer remembers for each of them
   */
  static TrainingState start(float[] parameters, int slots) {
    return new TrainingState(
        0,
        parameters.clone(),
        new float[Math.multiplyExact(slots, parameters.length)],
        parameters.clone(),
        new double[SUMS],
        0,
        0,
        new ArrayList<>());
  }

  /**
   * Before the first step of a training that goes on behind an earlier one.
   *
   * @param slots what its optimizer remembered; copied
   */
  public TrainingState remembering(float[] slots) {
    System.arraycopy(slots, 0, this.slots, 0, this.slots.length);
    return this;
  }

  /** The same with arrays of its own, where they change while it is written. */
  TrainingState copy() {
    return new TrainingState(
        step,
        weights.clone(),
        slots.clone(),
        bestWeights.clone(),
        sums,
        seconds,
        waitSeconds,
        epochs);
  }
}
