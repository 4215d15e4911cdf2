// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.delta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.memory.bytes.ByteReader;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.spi.CsrRows;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What is written of a patch is read again, or refused. */
class PartitionPatchTest {
  private static final int HEADER = 24;

  private static PartitionPatch patch() {
    return new PartitionPatch(
        new AddedReplicas(
            6, new int[] {1, 4, 9}, new int[] {0, 2, 1}, new int[] {3, 0, 1}, new int[] {0, 5, 1}),
        new ChangedMasters(
            new int[] {2, 7},
            new int[] {-1, 4},
            new byte[] {0, 3},
            new long[] {5, -6},
            new long[] {Long.MIN_VALUE, 8},
            CsrRows.of(new float[] {0, 1.5f, -2, Float.NaN, 0, 0}, 0, 2, 3)));
  }

  private static byte[] bytes(PartitionPatch patch) {
    ByteWriter out = new ByteWriter(1 << 10, 0);
    patch.write(out);
    return out.toBytes();
  }

  private static byte[] with(int at, int value) {
    byte[] bytes = bytes(patch());
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return bytes;
  }

  private static void refused(byte[] bytes, String why) {
    assertThatThrownBy(() -> PartitionPatch.read(ByteReader.of(bytes)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }

  @Test
  void isReadAsItWasWritten() {
    byte[] bytes = bytes(patch());
    assertThat(bytes).hasSize((int) patch().bytes());
    PartitionPatch read = PartitionPatch.read(ByteReader.of(bytes));
    assertThat(read.masters().masters()).containsExactly(2, 7);
    assertThat(read.masters().find(7)).isEqualTo(1);
    assertThat(read.masters().find(3)).isNegative();
    assertThat(bytes(read)).isEqualTo(bytes);
    assertThat(read.isEmpty()).isFalse();
    assertThat(PartitionPatch.read(ByteReader.of(bytes(PartitionPatch.NONE))).isEmpty()).isTrue();
  }

  @Test
  void whatIsNoPatchIsRefused() {
    refused(Arrays.copyOf(bytes(patch()), HEADER - 1), "it ends too early");
    refused(Arrays.copyOf(bytes(patch()), HEADER + 5), "its counts do not match its length");
    refused(with(0, 2), "version 2");
    refused(with(4, -1), "its counts are out of range");
    refused(with(8, Integer.MAX_VALUE), "its counts do not match its length");
    refused(with(16, 0), "its counts are out of range");
    refused(with(HEADER, 4), "its vertices do not ascend");
    refused(with(HEADER + 12, -1), "replica 0 is out of range");
    final int masters = HEADER + 3 * 16;
    refused(with(masters, 7), "its masters do not ascend");
    refused(with(masters + 8, -2), "label or split of master 2 is none");
    final int ends = masters + 2 * (4 + 4 + 1 + 8 + 8);
    refused(with(ends + 4, 2), "its counts do not match its length");
    refused(with(ends + 8, 3), "its rows name column 3");
  }
}
