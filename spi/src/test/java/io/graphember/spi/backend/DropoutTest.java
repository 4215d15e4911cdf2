// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class DropoutTest {
  private static final long KEY = 7;
  private static final int LENGTH = 100_003;

  @Test
  void dropsTheDeclaredShareAndScalesTheRest() {
    float rate = 0.25f;
    float[] mask = mask(KEY, 1, rate, LENGTH);
    int dropped = 0;
    for (float value : mask) {
      assertThat(value).isIn(0f, 1 / (1 - rate));
      dropped += value == 0 ? 1 : 0;
    }
    assertThat(dropped / (double) LENGTH).isCloseTo(rate, within(0.01));
  }

  @Test
  void usesTheDeclaredBits() {
    float[] mask = mask(KEY, 2, 0.5f, 10);
    for (int i = 0; i < mask.length; i++) {
      long bits = CounterRandom.bits(CounterRandom.child(KEY, 2), i / 4);
      boolean dropped = (bits >>> (16 * (i % 4)) & 0xFFFF) < 32768;
      assertThat(mask[i]).as("value %d", i).isEqualTo(dropped ? 0f : 2f);
    }
  }

  @Test
  void aValueDependsOnItsIndexAndNotOnTheLength() {
    float[] longer = mask(KEY, 0, 0.5f, 11);
    for (int length = 0; length < longer.length; length++) {
      assertThat(mask(KEY, 0, 0.5f, length)).isEqualTo(Arrays.copyOf(longer, length));
    }
  }

  @Test
  void layersAndKeysHaveMasksOfTheirOwn() {
    float[] mask = mask(KEY, 0, 0.5f, LENGTH);
    assertThat(mask(KEY, 1, 0.5f, LENGTH)).isNotEqualTo(mask);
    assertThat(mask(KEY + 1, 0, 0.5f, LENGTH)).isNotEqualTo(mask);
  }

  @Test
  void theEndsOfTheRangeAreFinite() {
    assertThat(mask(KEY, 0, 0f, 100)).containsOnly(1f);
    assertThat(mask(KEY, 0, Math.nextDown(1f), 100)).containsOnly(0f);
  }

  @Test
  void sparseRowsPassTheMaskOfDenseOnes() {
    final int rows = 13;
    final int dim = 7;
    float[] dense = new float[rows * dim];
    for (int i = 0; i < dense.length; i++) {
      dense[i] = i % 3 == 0 ? 0 : i;
    }
    CsrRows masked = Dropout.masked(KEY, 2, 0.3f, CsrRows.of(dense, 0, rows, dim));
    float[] mask = mask(KEY, 2, 0.3f, dense.length);
    for (int i = 0; i < dense.length; i++) {
      dense[i] *= mask[i];
    }
    assertThat(masked).isEqualTo(CsrRows.of(dense, 0, rows, dim));
  }

  private static float[] mask(long key, int layer, float rate, int length) {
    float[] values = new float[length];
    FloatBuffer mask = FloatBuffer.wrap(values);
    Dropout.fill(key, layer, rate, length, mask);
    assertThat(mask.position()).isZero();
    return values;
  }
}
