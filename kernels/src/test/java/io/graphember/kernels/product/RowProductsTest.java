// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.product;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.CounterRandom;
import org.junit.jupiter.api.Test;

class RowProductsTest {
  private static final RowProducts[] TWINS = {RowProducts.BEST, new ScalarRowProducts()};

  private static float[] row(int length, int seed) {
    float[] row = new float[length];
    for (int i = 0; i < length; i++) {
      row[i] = CounterRandom.bounded(CounterRandom.bits(seed, i), 2001) / 1000f - 1;
    }
    return row;
  }

  /** Sum i takes sum i + 8, of those left sum i + 4, and so on. */
  private static float expected(float[] x, int xAt, float[] y, int yAt, int dim) {
    float[] sums = new float[RowProducts.SUMS];
    for (int j = 0; j < dim; j++) {
      final int sum = j % RowProducts.SUMS;
      sums[sum] = Math.fma(x[xAt + j], y[yAt + j], sums[sum]);
    }
    for (int half = RowProducts.SUMS / 2; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        sums[i] += sums[i + half];
      }
    }
    return sums[0];
  }

  @Test
  void bothTwinsGiveTheBitsOfTheFormula() {
    assertThat(RowProducts.BEST.getClass().getSimpleName()).isEqualTo("VectorRowProducts");
    for (int dim = 0; dim <= 100; dim++) {
      final float[] x = row(3 + dim, 1);
      final float[] y = row(5 + dim, 2);
      for (RowProducts twin : TWINS) {
        assertThat(twin.product(x, 3, y, 5, dim))
            .as("%s, %d floats", twin, dim)
            .isEqualTo(expected(x, 3, y, 5, dim));
      }
    }
  }

  @Test
  void rowsThatFollowOneAnotherGiveTheBitsOfEach() {
    final int dim = 37;
    final float[] x = row(dim, 3);
    final float[] rows = row(7 + 11 * dim, 4);
    for (RowProducts twin : TWINS) {
      final float[] out = new float[12];
      twin.products(x, rows, 7, 11, dim, out);
      for (int i = 0; i < 11; i++) {
        assertThat(out[i]).isEqualTo(twin.product(x, 0, rows, 7 + i * dim, dim));
      }
      assertThat(out[11]).isZero();
    }
  }

  @Test
  void whatIsNoNumberStaysSo() {
    final float[] x = row(20, 5);
    final float[] y = row(20, 6);
    y[17] = Float.NaN;
    for (RowProducts twin : TWINS) {
      assertThat(twin.product(x, 0, y, 0, 20)).isNaN();
    }
  }
}
