// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.Table;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SectionTest {
  private static final int FIRST = Section.BLOCK_BYTES - Section.HEADER_BYTES;

  private static byte[] payload(int length) {
    byte[] payload = new byte[length];
    for (int i = 0; i < length; i++) {
      payload[i] = (byte) CounterRandom.bits(7, i);
    }
    return payload;
  }

  private static byte[] join(List<byte[]> blocks) {
    return Section.fromBlocks(Table.KEYS, 6, b -> b < blocks.size() ? blocks.get(b) : null)
        .toBytes();
  }

  private static List<byte[]> blocks(Table table, byte[] payload) {
    final ByteWriter out = Section.writer();
    out.put(payload);
    return Section.toBlocks(table, out);
  }

  private static void refused(List<byte[]> blocks, String why) {
    GraphemberException e = catchThrowableOfType(GraphemberException.class, () -> join(blocks));
    assertThat(e).hasMessage("Section KEYS of partition 6 cannot be read: " + why + ".");
    assertThat(e.is(GraphError.SECTION_CORRUPT)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 1000, FIRST - 1, FIRST, FIRST + 1, FIRST + (1 << 20), 3_500_000})
  void aPayloadComesBackFromItsBlocks(int length) {
    List<byte[]> blocks = blocks(Table.KEYS, payload(length));
    assertThat(blocks)
        .hasSize(length <= FIRST ? 1 : 1 + (length - FIRST + (1 << 20) - 1) / (1 << 20));
    for (int b = 0; b + 1 < blocks.size(); b++) {
      assertThat(blocks.get(b)).hasSize(Section.BLOCK_BYTES);
    }
    assertThat(join(blocks)).isEqualTo(payload(length));
  }

  @Test
  void theHeaderIsWhatTheFormatSays() {
    ByteBuffer block =
        ByteBuffer.wrap(blocks(Table.LABELS, "123456789".getBytes()).get(0))
            .order(ByteOrder.LITTLE_ENDIAN);
    assertThat(block.getInt()).isEqualTo('G' | 'M' << 8 | 'E' << 16 | 'S' << 24);
    assertThat(block.getInt()).isEqualTo(1);
    assertThat(block.getInt()).isEqualTo(2);
    assertThat(block.getInt()).isEqualTo(0xE3069283); // the check value of CRC-32C
    assertThat(block.getLong()).isEqualTo(9);
    assertThat(block.get()).isEqualTo((byte) '1');
    assertThat(block.remaining()).isEqualTo(8);
  }

  @Test
  void everyWrongByteIsFound() {
    byte[] block = blocks(Table.KEYS, payload(200)).get(0);
    for (int at = 0; at < block.length; at++) {
      for (int bit = 0; bit < 8; bit++) {
        byte[] wrong = block.clone();
        wrong[at] ^= (byte) (1 << bit);
        assertThatThrownBy(() -> join(List.of(wrong)))
            .isInstanceOf(GraphemberException.class)
            .hasMessageStartingWith("Section KEYS of partition 6 cannot be read: ");
      }
    }
  }

  @Test
  void everyTruncationIsFound() {
    byte[] block = blocks(Table.KEYS, payload(200)).get(0);
    for (int length = 0; length < block.length; length++) {
      byte[] shorter = Arrays.copyOf(block, length);
      assertThatThrownBy(() -> join(List.of(shorter))).isInstanceOf(GraphemberException.class);
    }
  }

  @Test
  void theMessageSaysWhatIsWrong() {
    List<byte[]> blocks = blocks(Table.KEYS, payload(2_500_000));
    refused(List.of(), "its first block is missing");
    refused(blocks.subList(0, 2), "block 2 is missing or has a wrong length");
    refused(
        List.of(blocks.get(0), blocks.get(1), blocks.get(1)),
        "block 2 is missing or has a wrong length");
    refused(
        List.of(blocks.get(0), new byte[0], blocks.get(2)),
        "block 1 is missing or has a wrong length");
    byte[] flipped = blocks.get(1).clone();
    flipped[500_000]++;
    refused(List.of(blocks.get(0), flipped, blocks.get(2)), "its CRC-32C checksum does not match");
    refused(blocks(Table.LABELS, payload(5)), "it is of another table");
    refused(List.of(new byte[30]), "its first bytes are not those of a section");
    byte[] newer = blocks.get(0).clone();
    newer[4]++;
    refused(
        List.of(newer),
        "it has version 2 of its format and this node reads version 1; start the nodes with the version of Graphember that wrote it or a later one");
    byte[] tooLong = Arrays.copyOf(blocks(Table.KEYS, payload(5)).get(0), 30);
    refused(List.of(tooLong), "its first block is too long");
  }

  /** The length is not under the checksum: it must not make a node allocate what is not there. */
  @Test
  void aDamagedLengthAllocatesNothing() {
    for (long length : new long[] {-1, Long.MAX_VALUE, 1L << 47, 1L << 31, 1L << 30, 1 << 21}) {
      byte[] block = blocks(Table.KEYS, payload(100)).get(0);
      ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).putLong(16, length);
      assertThatThrownBy(() -> join(List.of(block))).isInstanceOf(GraphemberException.class);
    }
  }

  /** A length above 2 GiB is read on and on. */
  @Test
  void aSectionMayBeLargerThanAnArray() {
    final byte[] first = blocks(Table.KEYS, payload(1 << 20)).get(0);
    ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN).putLong(16, (1L << 31) + 5);
    final int[] asked = new int[1];
    assertThatThrownBy(
            () ->
                Section.fromBlocks(
                    Table.KEYS,
                    6,
                    b -> {
                      asked[0] = b;
                      return b == 0 ? first : b < 4 ? new byte[Section.BLOCK_BYTES] : null;
                    }))
        .hasMessage(
            "Section KEYS of partition 6 cannot be read: block 4 is missing or has a wrong length.");
    assertThat(asked).containsExactly(4);
  }

  @Test
  void moreRowsThanAnArrayHasAreRefusedInWords() {
    Section.requireRows(Table.HELD_OUT, Integer.MAX_VALUE - 8);
    assertThatThrownBy(() -> Section.requireRows(Table.HELD_OUT, Integer.MAX_VALUE))
        .isInstanceOf(GraphemberException.class)
        .hasMessage(
            "Section HELD_OUT of a partition has 2147483647 rows, more than 2147483639; use more partitions.");
  }
}
