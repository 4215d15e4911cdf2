// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class LearningRateTest {
  private static void assertRates(LearningRate rate, long[] steps, double... expected) {
    for (int i = 0; i < steps.length; i++) {
      assertThat((double) rate.at(steps[i])).isCloseTo(expected[i], within(1e-7));
    }
    for (long step = 1; step < 2000; step++) {
      assertThat(rate.at(step)).isBetween(0f, rate.highest());
    }
  }

  @Test
  void schedulesFollowTheirDefinitions() {
    assertRates(LearningRate.constant(0.3f), new long[] {1, 1_000_000_000}, 0.3, 0.3);
    assertRates(LearningRate.linear(0.5f, 0.1f, 5), new long[] {1, 2, 5, 99}, 0.5, 0.4, 0.1, 0.1);
    assertRates(LearningRate.linear(0.5f, 0.1f, 1), new long[] {1, 2}, 0.1, 0.1);
    assertRates(LearningRate.step(1, 0.5f, 10), new long[] {1, 10, 11, 31}, 1, 1, 0.5, 0.125);
    assertRates(LearningRate.cosine(1, 0.2f, 101), new long[] {1, 51, 101, 500}, 1, 0.6, 0.2, 0.2);
    assertRates(
        LearningRate.linear(0.5f, 0.1f, 5).warmUp(4),
        new long[] {1, 2, 3, 4, 5},
        0.05,
        0.1,
        0.15,
        0.2,
        0.1);
  }

  @Test
  void whatIsNoScheduleIsRefused() {
    for (float rate : List.of(-1f, Float.NaN, Float.POSITIVE_INFINITY)) {
      assertThatThrownBy(() -> LearningRate.constant(rate))
          .hasMessage("a learning rate must be 0 or more: " + rate);
    }
    assertThatThrownBy(() -> LearningRate.linear(1, 0, 0))
        .hasMessage("a schedule needs 1 step or more: 0");
    assertThatThrownBy(() -> LearningRate.step(1, 1.5f, 1))
        .hasMessage("the factor must be in [0, 1]: 1.5");
  }
}
