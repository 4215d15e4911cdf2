// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;

/**
 * The cause of an error {@link io.graphember.training.TrainingError#LOSS_NOT_FINITE}: which batch
 * it was, for those who know the keys of its vertices.
 */
public final class LossNotFinite extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long step;
  private final double loss;
  private final long[] seeds;

  private LossNotFinite(long step, double loss, long[] seeds) {
    super("step " + step);
    this.step = step;
    this.loss = loss;
    this.seeds = seeds;
  }

  /**
   * The failure of a step.
   *
   * @param step number of the step, from 1
   * @param seeds vids of the vertices that the loss is of
   */
  public static GraphemberException failure(long step, double loss, long[] seeds) {
    return new GraphemberException(
        TrainingError.LOSS_NOT_FINITE,
        "The loss of step %d is %s: lower training.learningRate or look at the features."
            .formatted(step, loss),
        new LossNotFinite(step, loss, seeds));
  }

  /** The step, from 1. */
  public long step() {
    return step;
  }

  /** NaN or an infinity. */
  public double loss() {
    return loss;
  }

  /** Vids of the batch's seeds; not a copy. */
  public long[] seeds() {
    return seeds;
  }
}
