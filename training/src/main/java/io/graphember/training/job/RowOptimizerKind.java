// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.tensor.table.LearningRate;
import io.graphember.tensor.table.RowOptimizer;

/** Optimizers of rows that a job file may name, with their usual constants. */
public enum RowOptimizerKind {
  /** {@link RowOptimizer#sgd}. */
  SGD,
  /** {@link RowOptimizer#momentum}. */
  MOMENTUM,
  /** {@link RowOptimizer#adagrad}. */
  ADAGRAD,
  /** {@link RowOptimizer#adam}. */
  ADAM;

  /** The optimizer. */
  public RowOptimizer create(LearningRate rate) {
    return switch (this) {
      case SGD -> RowOptimizer.sgd(rate);
      case MOMENTUM -> RowOptimizer.momentum(rate);
      case ADAGRAD -> RowOptimizer.adagrad(rate);
      case ADAM -> RowOptimizer.adam(rate);
    };
  }
}
