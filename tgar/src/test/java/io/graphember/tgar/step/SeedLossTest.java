// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.backend.Loss;
import io.graphember.spi.backend.StepResult;
import io.graphember.testkit.batch.DirectBuffers;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Gradients of losses are their finite differences; sums do not depend on threads. */
class SeedLossTest {
  private static final int COLUMNS = 5;
  private static final int ROWS = 12;
  private static final int[] MASTERS = {1, 4, 5, 11};
  private static final float SCALE = 0.3f;
  private static final float STEP = 1e-2f;

  static Loss[] losses() {
    return new Loss[] {
      new Loss.Classes(DirectBuffers.ofInts(0, 3, 3, 4), null),
      new Loss.Classes(
          DirectBuffers.ofInts(0, 3, 3, 4), DirectBuffers.ofFloats(1, 2, 0.5f, 3, 0.1f)),
      new Loss.Labels(DirectBuffers.ofFloats(random(MASTERS.length * COLUMNS, 3, true))),
      new Loss.Values(DirectBuffers.ofFloats(random(MASTERS.length * COLUMNS, 4, false)))
    };
  }

  private static float[] random(int length, long key, boolean zeroOrOne) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      final float value = CounterRandom.unitFloat(CounterRandom.bits(key, i));
      values[i] = zeroOrOne ? Math.round(value) : 2 * value - 1;
    }
    return values;
  }

  @ParameterizedTest
  @MethodSource("losses")
  void gradientIsTheFiniteDifference(Loss loss) {
    SeedLoss of = new SeedLoss(COLUMNS, SCALE, Workers.CALLER);
    float[] outputs = random(ROWS * COLUMNS, 7, false);
    float[] gradients = new float[outputs.length];
    of.compute(MASTERS, loss, outputs, gradients);
    for (int i = 0; i < outputs.length; i++) {
      final float kept = outputs[i];
      outputs[i] = kept + STEP;
      final double above = of.compute(MASTERS, loss, outputs, new float[ROWS * COLUMNS]).lossSum();
      outputs[i] = kept - STEP;
      final double below = of.compute(MASTERS, loss, outputs, new float[ROWS * COLUMNS]).lossSum();
      outputs[i] = kept;
      assertThat((double) gradients[i])
          .as("gradient %d of %s", i, loss)
          .isCloseTo(SCALE * (above - below) / (2 * STEP), within(1e-4));
    }
  }

  @Test
  void countsRowsWhoseLargestOutputIsAtTheirClass() {
    float[] outputs = {0, 2, 1, 3, 1, 2, 5, 5, 4};
    StepResult result =
        new SeedLoss(3, 1, Workers.CALLER)
            .compute(
                new int[] {0, 1, 2},
                new Loss.Classes(DirectBuffers.ofInts(1, 2, 0), null),
                outputs,
                new float[9]);
    assertThat(result.correct()).isEqualTo(2);
  }

  @Test
  void sumsAreTheSameByTwoThreads() {
    int[] masters = IntStream.range(0, 10_000).toArray();
    float[] outputs = random(masters.length * COLUMNS, 9, false);
    Loss loss = new Loss.Values(DirectBuffers.ofFloats(random(outputs.length, 10, false)));
    StepResult one =
        new SeedLoss(COLUMNS, 1, Workers.CALLER)
            .compute(masters, loss, outputs, new float[outputs.length]);
    StepResult two =
        new SeedLoss(COLUMNS, 1, new Workers(ForkJoinPool.commonPool(), 2))
            .compute(masters, loss, outputs, new float[outputs.length]);
    assertThat(two).isEqualTo(one);
  }

  @Test
  void knowsNoPairs() {
    SeedLoss of = new SeedLoss(COLUMNS, SCALE, Workers.CALLER);
    assertThatThrownBy(() -> of.compute(MASTERS, new Loss.InBatch(), new float[60], new float[60]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
