// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.spi.CounterRandom;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.fixture.MemoryBlockStore;
import java.io.IOException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockOutputTest {
  private static final int PARTITIONS = 3;
  private static final String NAME = "model";

  private final MemoryBlockStore store = new MemoryBlockStore();

  private static byte[] bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) CounterRandom.child(seed, i);
    }
    return bytes;
  }

  private void write(byte[] bytes, long version) {
    BlockOutput out = new BlockOutput(store, PARTITIONS, NAME, version);
    final int half = bytes.length / 2;
    for (int i = 0; i < Math.min(half, 7); i++) {
      out.write(bytes[i]);
    }
    final int from = Math.min(half, 7);
    out.write(bytes, from, half - from);
    out.write(bytes, half, bytes.length - half);
    out.close();
    out.close(); // once more does nothing
  }

  private byte[] read(long version) throws IOException {
    try (BlockInput in = new BlockInput(store, PARTITIONS, NAME, version)) {
      final int first = in.read();
      final byte[] rest = in.readAllBytes();
      assertThat(in.read()).isEqualTo(-1);
      if (first < 0) {
        return rest;
      }
      final byte[] all = new byte[rest.length + 1];
      all[0] = (byte) first;
      System.arraycopy(rest, 0, all, 1, rest.length);
      return all;
    }
  }

  @ParameterizedTest
  @ValueSource(
      ints = {
        0,
        1,
        1000,
        BlockOutput.PAYLOAD_BYTES - 1,
        BlockOutput.PAYLOAD_BYTES,
        BlockOutput.PAYLOAD_BYTES + 1,
        3 * BlockOutput.PAYLOAD_BYTES + 5
      })
  void whatIsWrittenIsRead(int length) throws IOException {
    write(bytes(length, 3), 1);
    assertThat(read(1)).isEqualTo(bytes(length, 3));
    assertThat(store.size()).isEqualTo(length / BlockOutput.PAYLOAD_BYTES + 1);
  }

  @Test
  void theLastCheckpointStaysUntilTheNextOneIsThere() throws IOException {
    final byte[] first = bytes(BlockOutput.PAYLOAD_BYTES + 9, 1);
    write(first, 4);
    BlockOutput half = new BlockOutput(store, PARTITIONS, NAME, 5);
    half.write(bytes(2 * BlockOutput.PAYLOAD_BYTES, 2), 0, BlockOutput.PAYLOAD_BYTES);
    assertThat(read(4)).isEqualTo(first);
    write(bytes(20, 7), 5);
    assertThat(read(5)).isEqualTo(bytes(20, 7));
    assertThat(read(4)).isEqualTo(first);
  }

  private void assertCorrupt(String message) {
    assertThatThrownBy(() -> read(1))
        .isInstanceOfSatisfying(
            GraphemberException.class,
            e -> assertThat(e.is(TensorError.CHECKPOINT_CORRUPT)).isTrue())
        .hasMessage(message);
  }

  private void change(UnaryOperator<byte[]> change) {
    final byte[] block = store.get(1, NAME, BlockSlot.A, 1).orElseThrow();
    store.put(1, NAME, BlockSlot.A, 1, change.apply(block));
  }

  @Test
  void damageIsFound() {
    write(bytes(BlockOutput.PAYLOAD_BYTES + 100, 1), 1);
    change(
        block -> {
          block[block.length - 1]++;
          return block;
        });
    assertCorrupt(
        "Block 1 of model cannot be read in the checkpoint: its checksum does not match.");
    change(block -> new byte[3]);
    assertCorrupt("Block 1 of model cannot be read in the checkpoint: it has 3 bytes.");
    change(block -> new byte[30]);
    assertCorrupt(
        "Block 1 of model cannot be read in the checkpoint: its first bytes are not those of a block.");
    write(bytes(BlockOutput.PAYLOAD_BYTES + 100, 1), 1);
    change(
        block -> {
          block[7]++;
          return block;
        });
    assertCorrupt(
        "Block 1 of model cannot be read in the checkpoint: it has version 2 of its format and this node reads version 1; start the nodes with the version of Graphember that wrote it or a later one.");
    store.drop(1, NAME, BlockSlot.A, 1);
    assertCorrupt("Block 1 of model cannot be read in the checkpoint: it is missing.");
    write(bytes(100, 1), 3);
    assertCorrupt(
        "Block 0 of model cannot be read in the checkpoint: it is of checkpoint 3, not of 1.");
  }
}
