// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class IndexPermutationTest {
  @Property(tries = 200, seed = "3")
  void everyPlaceIsTakenOnce(@ForAll @IntRange(min = 1, max = 3000) int size, @ForAll long key) {
    IndexPermutation order = new IndexPermutation(size, key);
    BitSet taken = new BitSet();
    for (int number = 0; number < size; number++) {
      final long place = order.place(number);
      assertThat(place).isBetween(0L, size - 1L);
      taken.set((int) place);
    }
    assertThat(taken.cardinality()).isEqualTo(size);
  }

  /** Chi-squared with (n - 1)^2 degrees of freedom; 0.1 % of fair orders are beyond the bound. */
  @Test
  void overManyKeysEachNumberTakesEachPlaceAlike() {
    final int keys = 20_000;
    for (int size : new int[] {2, 3, 5, 10, 17}) {
      int[][] counts = new int[size][size];
      for (int key = 0; key < keys; key++) {
        IndexPermutation order = new IndexPermutation(size, key);
        for (int number = 0; number < size; number++) {
          counts[number][(int) order.place(number)]++;
        }
      }
      final double expected = (double) keys / size;
      double statistic = 0;
      for (int[] row : counts) {
        for (int count : row) {
          statistic += (count - expected) * (count - expected) / expected;
        }
      }
      final double freedom = (size - 1.0) * (size - 1);
      assertThat(statistic).as("size %d", size).isLessThan(bound(freedom));
    }
  }

  /** Wilson and Hilferty's quantile of chi-squared at 99.9 %. */
  private static double bound(double freedom) {
    final double root = 1 - 2 / (9 * freedom) + 3.0902 * Math.sqrt(2 / (9 * freedom));
    return freedom * root * root * root;
  }

  /** Which of the numbers are among the first half says nothing about their neighbours. */
  @Test
  void neighboursAreApart() {
    final int size = 100_000;
    IndexPermutation order = new IndexPermutation(size, 9);
    int together = 0;
    for (int number = 0; number + 1 < size; number++) {
      together += order.place(number) < size / 2 == order.place(number + 1) < size / 2 ? 1 : 0;
    }
    // A binomial: three standard deviations are 0.95 %.
    assertThat(together / (double) size).isBetween(0.4905, 0.5095);
  }

  @Test
  void refusesWhatIsNotThere() {
    assertThatThrownBy(() -> new IndexPermutation(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was 0");
    assertThatThrownBy(() -> new IndexPermutation(4, 1).place(4))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessageContaining("4 of 4");
  }
}
