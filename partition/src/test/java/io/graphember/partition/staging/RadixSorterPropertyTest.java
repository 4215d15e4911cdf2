// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class RadixSorterPropertyTest {
  private final RadixSorter sorter = new RadixSorter();

  private static long[] keys(int size, int bits, long seed) {
    long[] keys = new long[size];
    Arrays.setAll(keys, i -> bits == 0 ? 0 : CounterRandom.bits(seed, i) >>> Long.SIZE - bits);
    return keys;
  }

  @Property(tries = 200)
  void aStretchIsSortedAndNothingElseMoves(
      @ForAll @IntRange(max = 3000) int size,
      @ForAll @IntRange(max = 63) int bits,
      @ForAll @IntRange(max = 9) int before,
      @ForAll long seed) {
    long[] keys = keys(size + 2 * before, bits, seed);
    long[] expected = keys.clone();
    Arrays.sort(expected, before, before + size);
    sorter.sort(keys, null, before, before + size, bits);
    assertThat(keys).isEqualTo(expected);
  }

  /** Equal keys keep their order. */
  @Property(tries = 200)
  void whatBelongsToAKeyMovesWithIt(
      @ForAll @IntRange(max = 2000) int size,
      @ForAll @IntRange(max = 40) int bits,
      @ForAll @IntRange(max = 9) int before,
      @ForAll long seed) {
    long[] keys = keys(size + before, bits, seed);
    int[] others = IntStream.range(0, size + before).toArray();
    int[] expected =
        IntStream.concat(
                IntStream.range(0, before),
                IntStream.range(before, size + before)
                    .boxed()
                    .sorted(Comparator.comparingLong(i -> keys[i]))
                    .mapToInt(i -> i))
            .toArray();
    long[] sorted = keys.clone();
    sorter.sort(sorted, others, before, before + size, bits);
    assertThat(others).isEqualTo(expected);
    for (int i = 0; i < sorted.length; i++) {
      assertThat(sorted[i]).isEqualTo(keys[expected[i]]);
    }
  }

  @Property(tries = 3)
  void moreKeysThanThereIsRoomForAreSortedWhereTheyAre(@ForAll long seed) {
    long[] keys = keys(RadixSorter.MOST_KEYS + 1, 30, seed);
    long[] expected = keys.clone();
    Arrays.sort(expected);
    sorter.sort(keys, null, 0, keys.length, 30);
    assertThat(keys).isEqualTo(expected);
  }
}
