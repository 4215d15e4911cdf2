// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.tensor.optimizer.Adam;
import io.graphember.tensor.optimizer.AdamW;
import io.graphember.tensor.optimizer.Clipped;
import io.graphember.tensor.optimizer.LearningRate;
import io.graphember.tensor.optimizer.Momentum;
import io.graphember.tensor.optimizer.Sgd;
import io.graphember.tensor.table.RowOptimizer;
import io.graphember.training.job.optimizer.OptimizerKind;
import io.graphember.training.job.optimizer.RateSchedule;
import org.junit.jupiter.api.Test;

class OptimizerPlanTest {
  @Test
  void everyKindMovesParametersAndRows() {
    LearningRate rate = LearningRate.constant(0.5f);
    assertThat(OptimizerKind.ADAM.create(rate, 0.1f)).isEqualTo(new Adam(rate, 0.1f));
    assertThat(OptimizerKind.ADAMW.create(rate, 0.1f)).isEqualTo(new AdamW(rate, 0.1f));
    assertThat(OptimizerKind.MOMENTUM.create(rate, 0.1f)).isEqualTo(new Momentum(rate, 0.9f, 0.1f));
    assertThat(OptimizerKind.SGD.create(rate, 0.1f)).isEqualTo(new Sgd(rate, 0.1f));
    assertThat(OptimizerKind.ADAMW.ofRows(rate)).isEqualTo(RowOptimizer.adam(rate));
    assertThat(OptimizerKind.MOMENTUM.ofRows(rate)).isEqualTo(RowOptimizer.momentum(rate));
    for (OptimizerKind kind : OptimizerKind.values()) {
      assertThat(kind.create(rate, 0).slots()).isEqualTo(kind.ofRows(rate).slots());
    }
  }

  private static final int STEPS = 4; // of an epoch

  private static double rate(RateSchedule schedule, int warmUp, long step) {
    OptimizerPlan plan =
        new OptimizerPlan(OptimizerKind.SGD, 0.8f, schedule, 3, 0.5f, warmUp, 0, 0, 0);
    return ((Sgd) plan.of(STEPS, 10)).learningRate().at(step);
  }

  @Test
  void schedulesCountEpochs() {
    assertThat(rate(RateSchedule.CONSTANT, 0, 40)).isEqualTo(0.8f);
    assertThat(rate(RateSchedule.STEP, 0, 12)).isEqualTo(0.8f);
    assertThat(rate(RateSchedule.STEP, 0, 13)).isEqualTo(0.4f);
    assertThat(rate(RateSchedule.STEP, 0, 25)).isEqualTo(0.2f);
    assertThat(rate(RateSchedule.LINEAR, 0, 1)).isEqualTo(0.8f);
    assertThat(rate(RateSchedule.LINEAR, 0, 40)).isCloseTo(0.8e-4, within(1e-9));
    assertThat(rate(RateSchedule.COSINE, 0, 40)).isCloseTo(0.8e-4, within(1e-9));
    assertThat(rate(RateSchedule.COSINE, 0, 20)).isCloseTo(0.4, within(0.04));
    assertThat(rate(RateSchedule.CONSTANT, 2, 1)).isEqualTo(0.1f);
    assertThat(rate(RateSchedule.CONSTANT, 2, 4)).isEqualTo(0.4f);
    assertThat(rate(RateSchedule.CONSTANT, 2, 8)).isEqualTo(0.8f);
  }

  @Test
  void clipsWhereItIsSaidTo() {
    assertThat(clipping(0).of(STEPS, 10)).isInstanceOf(Sgd.class);
    assertThat(clipping(2.5f).of(STEPS, 10))
        .isInstanceOfSatisfying(
            Clipped.class, clipped -> assertThat(clipped.norm()).isEqualTo(2.5f));
  }

  private static OptimizerPlan clipping(float norm) {
    return new OptimizerPlan(OptimizerKind.SGD, 1, RateSchedule.CONSTANT, 1, 1, 0, norm, 0, 0);
  }
}
