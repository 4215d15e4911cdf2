// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.tensor.optimizer.LearningRate;
import java.util.List;

/** Every optimizer, with a constant rate and with a schedule. */
final class Optimizers {
  private static final LearningRate RATE = LearningRate.constant(0.05f);
  private static final LearningRate SCHEDULE = LearningRate.cosine(0.1f, 0.001f, 700).warmUp(50);

  private Optimizers() {}

  static List<RowOptimizer> all() {
    return List.of(
        RowOptimizer.sgd(RATE),
        RowOptimizer.sgd(SCHEDULE),
        RowOptimizer.momentum(RATE),
        new RowOptimizer.Momentum(SCHEDULE, 0.99f),
        new RowOptimizer.Momentum(LearningRate.step(0.1f, 0.5f, 100), 0.5f),
        new RowOptimizer.Momentum(RATE, 0),
        RowOptimizer.adagrad(RATE),
        RowOptimizer.adam(SCHEDULE),
        new RowOptimizer.Adam(RATE, 0.9f, 0.999f, 1e-8f, true),
        new RowOptimizer.Adam(SCHEDULE, 0.5f, 0.9f, 1e-6f, true),
        new RowOptimizer.Adam(RATE, 0.9f, 0.5f, 1e-4f, true), // m outlives sqrt(v)
        RowOptimizer.adamW(RATE, 0.01f),
        new RowOptimizer.AdamW(SCHEDULE, 0.9f, 0.999f, 1e-8f, 0.1f, true));
  }
}
