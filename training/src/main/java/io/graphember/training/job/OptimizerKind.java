// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import io.graphember.tensor.optimizer.Adam;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.optimizer.Optimizer;
import io.graphember.tensor.optimizer.Sgd;

/** Optimizers that a job file may name. */
public enum OptimizerKind {
  /** {@link Adam}. */
  ADAM,
  /** {@link Sgd}. */
  SGD;

  Optimizer create(LearningRate learningRate, float weightDecay) {
    return switch (this) {
      case ADAM -> new Adam(learningRate, weightDecay);
      case SGD -> new Sgd(learningRate, weightDecay);
    };
  }
}
