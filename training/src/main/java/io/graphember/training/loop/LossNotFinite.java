// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

/**
 * The cause of an error {@link io.graphember.training.TrainingError#LOSS_NOT_FINITE}: which batch
 * it was, for those who know the keys of its vertices.
 */
public final class LossNotFinite extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long step;
  private final double loss;
  private final long[] seeds;

  LossNotFinite(long step, double loss, long[] seeds) {
    super("step " + step);
    this.step = step;
    this.loss = loss;
    this.seeds = seeds;
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
