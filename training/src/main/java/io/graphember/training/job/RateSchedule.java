// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.tensor.table.LearningRate;

/** How the learning rate of embeddings goes on, over all steps of a job. */
public enum RateSchedule {
  /** The same at all steps. */
  CONSTANT,
  /** In a line down to a ten-thousandth, as word2vec's program does. */
  LINEAR,
  /** Half a cosine down to a ten-thousandth. */
  COSINE;

  private static final float LAST = 1e-4f;

  /** The schedule of so many steps. */
  public LearningRate of(float first, long steps) {
    return switch (this) {
      case CONSTANT -> LearningRate.constant(first);
      case LINEAR -> LearningRate.linear(first, first * LAST, steps);
      case COSINE -> LearningRate.cosine(first, first * LAST, steps);
    };
  }
}
