// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReservoirKeysTest {
  private static final int ITEMS = 100_003;

  private final int[] identities = new int[ITEMS];
  private final float[] weights = new float[ITEMS];

  ReservoirKeysTest() {
    for (int i = 0; i < ITEMS; i++) {
      identities[i] = (int) CounterRandom.bits(1, i);
      weights[i] = CounterRandom.unitFloat(CounterRandom.bits(2, i)) * 3;
    }
    weights[5] = 0;
  }

  private float[] keys(ReservoirKeys kernel, int from, int count) {
    float[] keys = new float[count + count % 3 * 20]; // with room behind the keys or without
    kernel.fill(77, identities, weights, from, count, keys);
    return Arrays.copyOf(keys, count);
  }

  @Test
  void theTestsRunWithTheVectorApi() {
    assertThat(Simd.present()).isTrue();
    assertThat(ReservoirKeys.BEST.getClass().getSimpleName()).isEqualTo("VectorReservoirKeys");
  }

  @Test
  void bothTwinsGiveTheSameBits() {
    ReservoirKeys scalar = new ScalarReservoirKeys();
    assertThat(keys(ReservoirKeys.BEST, 0, ITEMS)).isEqualTo(keys(scalar, 0, ITEMS));
    for (int count = 0; count < 40; count++) {
      assertThat(keys(ReservoirKeys.BEST, 3, count)).isEqualTo(keys(scalar, 3, count));
    }
  }

  /** Mean 1, variance 1, and the Kolmogorov distance of the unit exponential at 0.1 %. */
  @Test
  void keysOfWeightOneAreExponential() {
    Arrays.fill(weights, 1);
    float[] keys = keys(ReservoirKeys.BEST, 0, ITEMS);
    Arrays.sort(keys);
    double distance = 0;
    double sum = 0;
    for (int i = 0; i < ITEMS; i++) {
      sum += keys[i];
      double law = -Math.expm1(-keys[i]);
      distance = Math.max(distance, Math.abs(law - (i + 0.5) / ITEMS));
    }
    assertThat(sum / ITEMS).isEqualTo(1, within(0.011));
    assertThat(distance).isLessThan(1.95 / Math.sqrt(ITEMS));
    assertThat(keys[0]).isPositive();
  }

  @Test
  void theLogarithmIsRight() {
    for (int bits :
        new int[] {0, 1, 2, 1000, 1 << 20, -1, -2, -1000, 1 << 31, 1 << 30, 0x7FFFFFFF}) {
      int counter = 0;
      while (bits != 0 && counter < 1_000_000 && ScalarReservoirKeys.mix(counter) != bits) {
        counter++;
      }
      double v = ((ScalarReservoirKeys.mix(counter) >>> 1) + 0.5) / (1L << 31);
      double right = -Math.log1p(-v);
      assertThat((double) ScalarReservoirKeys.key(counter, 1))
          .isEqualTo(right, within(1e-5 * right + 1e-9));
    }
  }

  /** All whose key is below are found, few others if it is low, and the twins find the same. */
  @ParameterizedTest
  @ValueSource(floats = {0, 0.001f, 0.03f, 0.5f, 5})
  void itemsBelowABoundAreFound(float bound) {
    for (int count : new int[] {0, 1, 15, 16, 100, 1000}) {
      int[] found = below(ReservoirKeys.BEST, bound, count);
      float[] keys = keys(ReservoirKeys.BEST, 7, count);
      List<Integer> right =
          IntStream.range(0, count).filter(i -> keys[i] < bound).mapToObj(i -> 7 + i).toList();
      assertThat(Arrays.stream(found).boxed().toList()).containsAll(right);
      assertThat(found).isEqualTo(below(new ScalarReservoirKeys(), bound, count));
      if (bound < 0.1) {
        assertThat(found.length - right.size()).isLessThanOrEqualTo(2 + right.size() / 10);
      }
    }
  }

  private int[] below(ReservoirKeys kernel, float bound, int count) {
    int[] items = new int[count + ReservoirKeys.SPARE];
    final int size = kernel.below(bound, 77, identities, weights, 7, count, items);
    return Arrays.copyOf(items, size);
  }

  @Test
  void weightZeroIsNeverFirst() {
    assertThat(keys(ReservoirKeys.BEST, 0, 64)[5]).isInfinite();
    assertThat(keys(new ScalarReservoirKeys(), 0, 64)[5]).isInfinite();
  }
}
