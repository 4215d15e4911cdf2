// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import io.graphember.spi.error.FormatVersion;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.table.TablePartition;
import io.graphember.tensor.table.TableSpec;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A run of whole rows of one partition of a table as bytes: all that training goes on from.
 *
 * <p>Format version 1, little-endian:
 *
 * <pre>
 * int32    magic      0x42545247 ("GRTB")
 * int32    version    1
 * int32    rows       in this block
 * int32    dim        weights of a row
 * int8     precision  0 float32, 1 bfloat16
 * int8     slots      of a row, each of dim values
 * int8     steps      1 if last steps follow, 0 if not
 * int8     0
 * int32    checksum   CRC-32C of what follows
 * int32[rows]         last steps, if there are any
 * for each row, of float32:   float32[dim] weights, float32[slots * dim] slots
 * for each row, of bfloat16:  int32[h] weights with h = (dim + 1) / 2, weight i in the lower half
 *                             of int i, weight h + i in the upper; float32[slots * dim] slots
 * </pre>
 */
final class TableBlock {
  private static final int MAGIC = 0x42545247;
  private static final int VERSION = 1;
  private static final int CHECKSUM_AT = 20;
  private static final int HEADER_BYTES = 24;

  private TableBlock() {}

  static byte[] encode(TablePartition partition, int block) {
    ByteBuffer out = ByteBuffer.allocate(HEADER_BYTES + partition.blockBytes(block));
    out.order(ByteOrder.LITTLE_ENDIAN).put(header(partition, block));
    partition.copyBlock(block, out.putInt(0));
    out.putInt(CHECKSUM_AT, checksum(out.array()));
    return out.array();
  }

  private static byte[] header(TablePartition partition, int block) {
    TableSpec spec = partition.spec();
    ByteBuffer header = ByteBuffer.allocate(CHECKSUM_AT).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(MAGIC).putInt(VERSION).putInt(partition.blockRows(block)).putInt(spec.dim());
    header.put((byte) spec.precision().ordinal()).put((byte) spec.optimizer().slots());
    header.put((byte) (spec.optimizer().dense() ? 1 : 0)).put((byte) 0);
    return header.array();
  }

  /**
   * Reads a block into its partition.
   *
   * @param step of the checkpoint: no row is ahead of it
   * @throws GraphemberException with code {@link TensorError#CHECKPOINT_CORRUPT}
   */
  static void decode(byte[] bytes, TablePartition partition, int block, long step) {
    requireVersion(bytes, partition, block);
    if (bytes.length != HEADER_BYTES + partition.blockBytes(block)) {
      throw corrupt(partition, block, "it has %d bytes".formatted(bytes.length));
    }
    ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    if (!in.slice(0, CHECKSUM_AT).equals(ByteBuffer.wrap(header(partition, block)))) {
      throw corrupt(partition, block, "its header does not match");
    }
    if (in.getInt(CHECKSUM_AT) != checksum(bytes)) {
      throw corrupt(partition, block, "its checksum does not match");
    }
    if (!partition.restoreBlock(block, in.position(HEADER_BYTES), step)) {
      throw corrupt(partition, block, "a row of it is ahead of step %d".formatted(step));
    }
  }

  private static void requireVersion(byte[] bytes, TablePartition partition, int block) {
    if (bytes.length >= HEADER_BYTES) {
      ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      final boolean ours = in.getInt() == MAGIC;
      final int found = in.getInt();
      if (ours && found != VERSION) {
        throw corrupt(partition, block, FormatVersion.unknown(found, VERSION));
      }
    }
  }

  static GraphemberException corrupt(TablePartition partition, int block, String what) {
    return new GraphemberException(
        TensorError.CHECKPOINT_CORRUPT,
        "Block %d of partition %d of table '%s' cannot be read in the checkpoint: %s."
            .formatted(block, partition.partition(), partition.spec().name(), what));
  }

  private static int checksum(byte[] block) {
    CRC32C crc = new CRC32C();
    crc.update(block, HEADER_BYTES, block.length - HEADER_BYTES);
    return (int) crc.getValue();
  }
}
