// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.optimizer;

import io.graphember.tensor.optimizer.Adam;
import io.graphember.tensor.optimizer.AdamW;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.optimizer.Momentum;
import io.graphember.tensor.optimizer.Optimizer;
import io.graphember.tensor.optimizer.Sgd;
import io.graphember.tensor.table.RowOptimizer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Optimizers that a job file may name, each of parameters and of rows that are learned. */
public enum OptimizerKind {
  /** {@link Adam}. */
  ADAM(Adam::new, RowOptimizer::adam),
  /** {@link AdamW}. */
  ADAMW(AdamW::new, RowOptimizer::adam),
  /** {@link Momentum}. */
  MOMENTUM(Momentum::new, RowOptimizer::momentum),
  /** {@link Sgd}. */
  SGD(Sgd::new, RowOptimizer::sgd);

  private final BiFunction<LearningRate, Float, Optimizer> ofParameters;
  private final Function<LearningRate, RowOptimizer> ofRows;

  OptimizerKind(
      BiFunction<LearningRate, Float, Optimizer> ofParameters,
      Function<LearningRate, RowOptimizer> ofRows) {
    this.ofParameters = ofParameters;
    this.ofRows = ofRows;
  }

  public Optimizer create(LearningRate learningRate, float weightDecay) {
    return ofParameters.apply(learningRate, weightDecay);
  }

  /** The same for rows of a table, without weight decay. */
  public RowOptimizer ofRows(LearningRate learningRate) {
    return ofRows.apply(learningRate);
  }
}
