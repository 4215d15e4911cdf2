// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.graph.id.Table;
import io.graphember.graph.store.HeldOutLists.Kind;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.schema.Split;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeldOutListsTest {
  private static final int EDGES = 4; // of the lists below, whose flags are last

  private static HeldOutLists lists() {
    HeldOutLists.Builder builder = new HeldOutLists.Builder(3, 2);
    for (int pass = 0; pass < 2; pass++) {
      builder.add(1, 7, Kind.VALID_REVERSE, 50);
      builder.add(0, 7, Kind.TEST, 51);
      builder.add(1, 8, Kind.VALID, 52);
      builder.add(1, 8, Kind.TEST_REVERSE, 53);
      builder.endPass();
    }
    return builder.build();
  }

  private static byte[] payload() {
    final List<byte[]> blocks = Section.toBlocks(Table.HELD_OUT, lists().write());
    return reader(blocks).toBytes();
  }

  private static ByteReader reader(List<byte[]> blocks) {
    return Section.fromBlocks(
        Table.HELD_OUT, 3, block -> block < blocks.size() ? blocks.get(block) : null);
  }

  private static HeldOutLists decoded(byte[] payload) {
    return HeldOutLists.decode(3, ByteReader.of(payload));
  }

  /** A payload of another version, all flags the same. */
  private static byte[] payload(int version, int flags) {
    final byte[] payload = payload();
    ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN).putInt(0, version);
    for (int e = 1; e <= EDGES; e++) {
      payload[payload.length - e] = (byte) flags;
    }
    return payload;
  }

  @Test
  void kindsAreStored() {
    HeldOutLists read = decoded(payload());
    assertThat(read.kind(0)).isEqualTo(Kind.TEST);
    assertThat(List.of(read.kind(1), read.kind(2), read.kind(3)))
        .containsExactly(Kind.VALID_REVERSE, Kind.VALID, Kind.TEST_REVERSE);
    assertThat(read.tails(1, 8)).containsExactly(52, 53);
    assertThat(read.tails(1, -1)).containsExactly(50, 52, 53);
  }

  @Test
  void aKindIsItsFlags() {
    for (Kind kind : Kind.values()) {
      assertThat(Kind.of(kind.code())).isEqualTo(kind);
      assertThat(kind.made()).isEqualTo((kind.code() & 1) != 0);
      assertThat(kind.split()).isEqualTo((kind.code() & 2) != 0 ? Split.VALID : Split.TEST);
      if (!kind.made()) {
        assertThat(Kind.of(kind.split())).isEqualTo(kind);
        assertThat(kind.reversed().made()).isTrue();
        assertThat(kind.reversed().split()).isEqualTo(kind.split());
      }
    }
    assertThat(Kind.values()).hasSize(Kind.COUNT);
  }

  /** What 0.1 has stored knew no split. */
  @Test
  void theVersionBeforeIsRead() {
    assertThat(decoded(payload(1, 0)).kind(2)).isEqualTo(Kind.TEST);
    assertThat(decoded(payload(1, 1)).kind(2)).isEqualTo(Kind.TEST_REVERSE);
    assertThatThrownBy(() -> decoded(payload(1, 2)))
        .hasMessage("Section HELD_OUT of partition 3 cannot be read: an edge has flags 2.");
    assertThatThrownBy(() -> decoded(payload(2, 4)))
        .hasMessage("Section HELD_OUT of partition 3 cannot be read: an edge has flags 4.");
    assertThatThrownBy(() -> decoded(payload(3, 0)))
        .hasMessageContaining("it has version 3 of its format and this node reads version 2");
    assertThatThrownBy(() -> decoded(new byte[11])).hasMessageContaining("it ends too early");
  }
}
