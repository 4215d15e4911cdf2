// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.cut;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.spi.CounterRandom;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Partitions that share many vertices have numbers next to one another. */
class PartitionOrderTest {
  /** So many vertices in two partitions. */
  private static long[] shared(int p, int q, int vertices) {
    long[] sets = new long[vertices];
    Arrays.fill(sets, 1L << p | 1L << q);
    return sets;
  }

  private static long[] all(long[]... sets) {
    return Arrays.stream(sets).flatMapToLong(Arrays::stream).toArray();
  }

  private static int[] order(long[] sets, int partitions) {
    return PartitionOrder.of(PartitionOrder.pairs(sets, sets.length, partitions), partitions);
  }

  @Test
  void pairsAreJoinedAndPairsOfPairs() {
    // 0 and 3, 1 and 4, 2 and 5 share most; 3 and 2, and 5 and 1, some.
    long[] sets =
        all(
            shared(0, 3, 90),
            shared(1, 4, 80),
            shared(2, 5, 70),
            shared(3, 2, 30),
            shared(5, 1, 10),
            new long[] {0b111111, 0, 1});
    int[] numbers = order(sets, 6);
    int[] chain = new int[6];
    IntStream.range(0, 6).forEach(p -> chain[numbers[p]] = p);
    assertThat(chain).isIn(new int[] {0, 3, 2, 5, 1, 4}, new int[] {4, 1, 5, 2, 3, 0});
  }

  /** A ring of partitions, each of which shares vertices with the next one, in any numbers. */
  @ParameterizedTest
  @ValueSource(ints = {3, 8, 64})
  void aRingIsCutOnce(int partitions) {
    long[] places = IntStream.range(0, partitions).asLongStream().toArray();
    CounterRandom.shuffle(places, 3);
    long[][] links = new long[partitions][];
    Arrays.setAll(links, i -> shared((int) places[i], (int) places[(i + 1) % partitions], 100 + i));
    int[] numbers = order(all(links), partitions);
    assertThat(numbers).containsExactlyInAnyOrder(IntStream.range(0, partitions).toArray());
    long apart =
        IntStream.range(0, partitions)
            .filter(
                i ->
                    Math.abs(numbers[(int) places[i]] - numbers[(int) places[(i + 1) % partitions]])
                        > 1)
            .count();
    assertThat(apart).isEqualTo(1);
  }

  @Test
  void onePartitionAndNoVertices() {
    assertThat(order(new long[0], 1)).containsExactly(0);
    assertThat(order(new long[0], 3)).containsExactlyInAnyOrder(0, 1, 2);
  }
}
