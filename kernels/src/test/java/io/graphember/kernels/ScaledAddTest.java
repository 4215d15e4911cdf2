// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScaledAddTest {
  private static final int START = 3;
  private static final float FACTOR = -0.3f;
  private static final ScaledAdd SCALAR = new ScalarScaledAdd();

  /** Any bits at all, so that what is no number and what is infinite is among them. */
  private static int[] pairs(int count, long key) {
    int[] pairs = new int[START + count + 2];
    Arrays.setAll(pairs, i -> (int) CounterRandom.bits(key, i));
    return pairs;
  }

  private static float[] weights(int count, long key) {
    float[] weights = new float[START + count + 2];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = ((int) CounterRandom.bits(key, i) >> 8) * 0x1p-20f;
    }
    return weights;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 640, 1001})
  void bothTwinsWorkOnFloats(int count) {
    float[] x = weights(count, 2);
    for (ScaledAdd twin : new ScaledAdd[] {SCALAR, ScaledAdd.BEST}) {
      float[] scaled = weights(count, 1);
      twin.scale(scaled, START, count, FACTOR);
      float[] added = weights(count, 1);
      twin.addScaled(added, START, count, x, FACTOR);
      float[] before = weights(count, 1);
      for (int i = 0; i < before.length; i++) {
        final boolean inside = i >= START && i < START + count;
        assertThat(scaled[i]).isEqualTo(inside ? FACTOR * before[i] : before[i]);
        assertThat(added[i]).isEqualTo(inside ? before[i] + FACTOR * x[i] : before[i]);
      }
    }
  }

  /** Pairs are what rows are when they are loaded, worked on, and stored. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 15, 16, 17, 640, 1001})
  void bothTwinsWorkOnPairsAsOnRows(int count) {
    assertThat(ScaledAdd.BEST.getClass().getSimpleName()).isEqualTo("VectorScaledAdd");
    final int[] x = pairs(count, 5);
    int[] scaled = pairs(count, 4);
    int[] added = pairs(count, 4);
    float[] row = new float[2 * count];
    float[] other = new float[2 * count];
    Bfloat16Rows rows = new ScalarBfloat16Rows();
    rows.load(x, START, 2 * count, 0, other, 0);
    rows.load(scaled, START, 2 * count, 0, row, 0);
    SCALAR.scale(row, 0, 2 * count, FACTOR);
    rows.store(row, 0, 2 * count, 0, scaled, START);
    rows.load(added, START, 2 * count, 0, row, 0);
    SCALAR.addScaled(row, 0, 2 * count, other, FACTOR);
    rows.store(row, 0, 2 * count, 0, added, START);
    for (ScaledAdd twin : new ScaledAdd[] {SCALAR, ScaledAdd.BEST}) {
      int[] pairs = pairs(count, 4);
      twin.scale(pairs, START, count, FACTOR);
      assertThat(pairs).isEqualTo(scaled);
      pairs = pairs(count, 4);
      twin.addScaled(pairs, START, count, x, FACTOR);
      assertThat(pairs).isEqualTo(added);
    }
  }
}
