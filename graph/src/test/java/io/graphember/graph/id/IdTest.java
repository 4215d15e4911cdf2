// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class IdTest {
  private static final int LAST = Vid.MAX_PARTITIONS - 1;

  @Test
  void layoutsAreThoseOfTheDocumentation() {
    assertThat(Vid.of(3, 5)).isEqualTo(3L << 40 | 5);
    assertThat(BlockKey.of(3, 2, 7)).isEqualTo(3L << 40 | 2L << 28 | 7);
    assertThat(Table.TOPOLOGY.number()).isZero();
    assertThat(Table.KEYS.number()).isEqualTo(1);
    assertThat(Table.LABELS.number()).isEqualTo(2);
    assertThat(Table.FEATURES.number()).isEqualTo(3);
  }

  @Property(tries = 300, seed = "41")
  void vidsComeApartAgainAndSortByPartitionThenLocal(
      @ForAll @IntRange(max = LAST) int partition,
      @ForAll @IntRange int local,
      @ForAll @IntRange(max = LAST) int otherPartition,
      @ForAll @IntRange int otherLocal) {
    long vid = Vid.of(partition, local);
    assertThat(vid).isNotNegative();
    assertThat(Vid.partition(vid)).isEqualTo(partition);
    assertThat(Vid.local(vid)).isEqualTo(local);
    int expected =
        partition == otherPartition
            ? Integer.compare(local, otherLocal)
            : Integer.compare(partition, otherPartition);
    assertThat(Long.compare(vid, Vid.of(otherPartition, otherLocal))).isEqualTo(expected);
  }

  @Property(tries = 300, seed = "42")
  void blockKeysLieInTheirPartition(
      @ForAll @IntRange(max = LAST) int partition,
      @ForAll @IntRange(max = 4095) int table,
      @ForAll @IntRange(max = (1 << 28) - 1) int block) {
    long key = BlockKey.of(partition, table, block);
    assertThat(BlockKey.partition(key)).isEqualTo(partition);
    assertThat(key >>> 40).isEqualTo(partition);
    assertThat(key >>> 28 & 4095).isEqualTo(table);
    assertThat(key & (1 << 28) - 1).isEqualTo(block);
  }

  @Test
  void keysOutOfRangeAreRefused() {
    assertThatThrownBy(() -> BlockKey.of(0, 4096, 0))
        .hasMessage("no such block: table=4096 block=0");
    assertThatThrownBy(() -> BlockKey.of(0, 0, 1 << 28))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BlockKey.of(0, -1, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
