// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.FloatRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ExponentialsTest {
  private static final Exponentials SCALAR = new ScalarExponentials();

  private static float[] numbers(int count, long key) {
    float[] numbers = new float[count];
    for (int i = 0; i < count; i++) {
      numbers[i] =
          100
              * (io.graphember.spi.CounterRandom.unitFloat(
                      io.graphember.spi.CounterRandom.bits(key, i))
                  - 0.5f);
    }
    return numbers;
  }

  @Property
  void twinsGiveTheSameBits(
      @ForAll @IntRange(max = 100) int count,
      @ForAll @IntRange(max = 9) int at,
      @ForAll @FloatRange(min = -2, max = 2) float factor,
      @ForAll @FloatRange(min = -50, max = 50) float shift,
      @ForAll long key) {
    float[] x = numbers(at + count, key);
    float[] scalar = new float[x.length];
    float[] best = new float[x.length];
    final float sum = SCALAR.exp(x, at, count, factor, shift, scalar);
    assertThat(Exponentials.BEST.exp(x, at, count, factor, shift, best)).isEqualTo(sum);
    assertThat(best).isEqualTo(scalar);
    assertThat(Exponentials.BEST.max(x, at, count)).isEqualTo(SCALAR.max(x, at, count));
  }

  @Test
  void theyAreCloseToTheFunction() {
    for (float x = Exponentials.LEAST; x < Exponentials.MOST; x += 0.0037f) {
      assertThat(ScalarExponentials.exp(x) / Math.exp(x)).isCloseTo(1, within(3e-7));
    }
  }

  @Test
  void whatIsOutOfRangeIsCutOff() {
    float[] x = {Float.NEGATIVE_INFINITY, -1000, 1000, Float.POSITIVE_INFINITY};
    float[] y = new float[x.length];
    Exponentials.BEST.exp(x, 0, x.length, 1, 0, y);
    assertThat(y[0]).isEqualTo(y[1]).isPositive().isLessThan(1e-37f);
    assertThat(y[2]).isEqualTo(y[3]).isFinite().isGreaterThan(1e38f);
  }

  @Test
  void nothingHasNoSum() {
    assertThat(Exponentials.BEST.exp(new float[0], 0, 0, 1, 0, new float[0])).isZero();
    assertThat(Exponentials.BEST.max(new float[0], 0, 0)).isEqualTo(Float.NEGATIVE_INFINITY);
  }
}
