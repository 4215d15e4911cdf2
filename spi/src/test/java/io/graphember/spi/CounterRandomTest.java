// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CounterRandomTest {
  private static final long KEY = 42;

  @Test
  void isSplitMix64() {
    // First values of the generator with seed 0, as its authors publish them.
    assertThat(CounterRandom.bits(0, 0)).isEqualTo(0xE220A8397B1DCDAFL);
    assertThat(CounterRandom.bits(0, 1)).isEqualTo(0x6E789E6AA1B965F4L);
    assertThat(CounterRandom.bits(0, 2)).isEqualTo(0x06C45D188009454FL);
  }

  @Test
  void childrenOfAPathAreChildrenOfChildren() {
    long expected = CounterRandom.child(CounterRandom.child(CounterRandom.child(KEY, 1), 2), 3);
    assertThat(CounterRandom.child(KEY, 1, 2, 3)).isEqualTo(expected);
    assertThat(CounterRandom.child(CounterRandom.child(KEY, 1, 2), 3)).isEqualTo(expected);
    assertThat(CounterRandom.child(KEY, 2, 1)).isNotEqualTo(CounterRandom.child(KEY, 1, 2));
  }

  @Test
  void boundedCoversItsRangeEvenly() {
    int bound = 7;
    int draws = 70_000;
    int[] counts = new int[bound];
    for (int i = 0; i < draws; i++) {
      counts[CounterRandom.bounded(CounterRandom.bits(KEY, i), bound)]++;
    }
    // Six standard deviations of a binomial count.
    int slack = (int) (6 * Math.sqrt(draws / (double) bound));
    for (int count : counts) {
      assertThat(count).isCloseTo(draws / bound, within(slack));
    }
    assertThat(CounterRandom.bounded(-1L, bound)).isEqualTo(bound - 1);
    assertThat(CounterRandom.bounded(0L, bound)).isZero();
  }

  @Test
  void unitNumbersStayBelowOne() {
    assertThat(CounterRandom.unitFloat(-1L)).isLessThan(1f);
    assertThat(CounterRandom.unitDouble(-1L)).isLessThan(1.0);
    assertThat(CounterRandom.unitFloat(0L)).isZero();
    double sum = 0;
    for (int i = 0; i < 10_000; i++) {
      sum += CounterRandom.unitDouble(CounterRandom.bits(KEY, i));
    }
    assertThat(sum / 10_000).isCloseTo(0.5, within(0.02));
  }

  @Test
  void shuffleIsAPermutationThatItsKeyDecides() {
    long[] values = LongStream.range(0, 100).toArray();
    long[] shuffled = values.clone();
    CounterRandom.shuffle(shuffled, KEY);
    long[] again = values.clone();
    CounterRandom.shuffle(again, KEY);
    assertThat(shuffled).isEqualTo(again).isNotEqualTo(values);
    Arrays.sort(shuffled);
    assertThat(shuffled).isEqualTo(values);
  }
}
