// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphember.memory.array.IntArray;
import io.graphember.memory.array.IntColumn;
import io.graphember.memory.array.LongArray;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;

class GrowingColumnsTest {
  @Test
  void anIntColumnKeepsWhatIsAddedOverChunks() {
    IntColumn column = new IntColumn();
    assertThat(column.full()).isTrue();
    final int count = 3 * (int) (IntColumn.CHUNK_BYTES / 4) + 5;
    for (int i = 0; i < count; i++) {
      assertThat(column.full()).isEqualTo(i % (IntColumn.CHUNK_BYTES / 4) == 0);
      column.add(i ^ 0x5A5A5A5A);
    }
    assertThat(column.size()).isEqualTo(count);
    for (int i = 0; i < count; i++) {
      assertThat(column.get(i)).isEqualTo(i ^ 0x5A5A5A5A);
    }
    column.clear();
    assertThat(column.size()).isZero();
    column.add(7);
    assertThat(column.get(0)).isEqualTo(7);
  }

  @Test
  void arraysGrowAndCopyWhatCounts() {
    IntArray ints = new IntArray(0);
    LongArray longs = new LongArray(0);
    for (int i = 0; i < 1000; i++) {
      ints.add(i);
      longs.add((long) i << 33);
    }
    assertThat(ints.toArray()).hasSize(1000).startsWith(0, 1, 2).endsWith(999);
    assertThat(longs.toArray()).hasSize(1000).endsWith(999L << 33);
    ints.reserve(5000);
    longs.reserve(5000);
    assertThat(ints.values.length).isGreaterThanOrEqualTo(6000);
    assertThat(longs.values.length).isGreaterThanOrEqualTo(6000);
    assertThat(ints.size).isEqualTo(1000);
    assertThat(ints.toArray()).endsWith(998, 999);
  }

  @Test
  void aDirectBufferGrowsByAQuarterAndIsUsedAgain() {
    DirectBuffer direct = new DirectBuffer();
    ByteBuffer first = direct.ofFloats(1000);
    assertThat(first.isDirect()).isTrue();
    assertThat(first.order()).isEqualTo(ByteOrder.nativeOrder());
    assertThat(first.capacity()).isEqualTo(4000 + 1000 + 64);
    assertThat(direct.ofFloats(1200)).isSameAs(first);
    assertThat(direct.ofFloats(1300)).isNotSameAs(first);
    assertThat(new DirectBuffer().ofFloats(0).capacity()).isZero();
  }

  @Test
  void aDirectBufferOfNearlyTwoGibibytesDoesNotOverflow() {
    assertThat(DirectBuffer.capacityFor(0)).isEqualTo(64);
    assertThat(DirectBuffer.capacityFor(1_800_000_000)).isEqualTo(Integer.MAX_VALUE - 8);
    assertThat(DirectBuffer.capacityFor(Integer.MAX_VALUE - 3)).isEqualTo(Integer.MAX_VALUE - 3);
  }
}
