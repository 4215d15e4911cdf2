// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.optimizer;

import io.graphember.tensor.optimizer.LearningRate;

/** How a learning rate goes on, over all steps of a job. */
public enum RateSchedule {
  /** The same at all steps. */
  CONSTANT,
  /** Multiplied by a factor every so many steps. */
  STEP,
  /** In a line down to a ten-thousandth, as word2vec's program does. */
  LINEAR,
  /** Half a cosine down to a ten-thousandth. */
  COSINE;

  private static final float LAST = 1e-4f;

  /**
   * The schedule of so many steps.
   *
   * @param first rate of the first step
   * @param steps all steps, 1 or more
   * @param every of {@link #STEP}, 1 or more
   * @param factor of {@link #STEP}, {@code [0, 1]}
   */
  public LearningRate of(float first, long steps, long every, float factor) {
    return switch (this) {
      case CONSTANT -> LearningRate.constant(first);
      case STEP -> LearningRate.step(first, factor, every);
      case LINEAR -> LearningRate.linear(first, first * LAST, steps);
      case COSINE -> LearningRate.cosine(first, first * LAST, steps);
    };
  }
}
