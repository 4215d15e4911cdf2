// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.CsrRows;
import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SparseMatMulTest {
  @Property(tries = 200)
  void bothGiveTheSameBits(
      @ForAll @IntRange(min = 1, max = 9) int rows,
      @ForAll @IntRange(min = 1, max = 40) int in,
      @ForAll @IntRange(min = 1, max = 150) int out,
      @ForAll long key) {
    CsrRows x = CsrRows.of(random(rows * in, key, .8f), 0, rows, in);
    float[] matrix = random(in * out, key + 1, 0);
    float[] expected = new float[rows * out];
    float[] actual = new float[rows * out];
    Arrays.fill(expected, 7);
    Arrays.fill(actual, 7);
    new ScalarSparseMatMul().multiply(x, 0, rows, matrix, out, expected);
    SparseMatMul.BEST.multiply(x, 0, rows / 2, matrix, out, actual);
    SparseMatMul.BEST.multiply(x, rows / 2, rows, matrix, out, actual);
    assertThat(actual).isEqualTo(expected);
  }

  /** Numbers between -1 and 1, a share of them 0. */
  private static float[] random(int count, long key, float zeros) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      final boolean zero = CounterRandom.unitFloat(CounterRandom.bits(~key, i)) < zeros;
      values[i] = zero ? 0 : 2 * CounterRandom.unitFloat(CounterRandom.bits(key, i)) - 1;
    }
    return values;
  }
}
