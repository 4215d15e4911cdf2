// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import static io.graphember.tensor.optimizer.Adam.BETA1;
import static io.graphember.tensor.optimizer.Adam.BETA2;
import static io.graphember.tensor.optimizer.Adam.EPSILON;

import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.table.RowOptimizer;

/** Optimizers of rows that a job file may name, with their usual constants. */
public enum RowOptimizerKind {
  /** {@link RowOptimizer#sgd}. */
  SGD,
  /** {@link RowOptimizer#momentum}. */
  MOMENTUM,
  /** {@link RowOptimizer#adagrad}. */
  ADAGRAD,
  /** {@link RowOptimizer#adam}: rows with a gradient alone move. */
  ADAM,
  /** {@link RowOptimizer#adamW}: rows with a gradient alone move and decay. */
  ADAMW,
  /** {@link RowOptimizer.Adam} as it stands: all rows move in every step. */
  DENSE_ADAM,
  /** {@link RowOptimizer.AdamW} as it stands: all rows move and decay in every step. */
  DENSE_ADAMW;

  /** True if weights decay. */
  public boolean decays() {
    return this == ADAMW || this == DENSE_ADAMW;
  }

  /**
   * The optimizer.
   *
   * @param weightDecay used by those that {@linkplain #decays() decay} weights
   */
  public RowOptimizer create(LearningRate rate, float weightDecay) {
    return switch (this) {
      case SGD -> RowOptimizer.sgd(rate);
      case MOMENTUM -> RowOptimizer.momentum(rate);
      case ADAGRAD -> RowOptimizer.adagrad(rate);
      case ADAM -> RowOptimizer.adam(rate);
      case ADAMW -> RowOptimizer.adamW(rate, weightDecay);
      case DENSE_ADAM -> new RowOptimizer.Adam(rate, BETA1, BETA2, EPSILON, true);
      case DENSE_ADAMW -> new RowOptimizer.AdamW(rate, BETA1, BETA2, EPSILON, weightDecay, true);
    };
  }
}
