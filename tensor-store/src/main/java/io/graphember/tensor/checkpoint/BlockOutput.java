// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Writes a run of bytes that is no table as blocks: what a model goes on from. All of them are
 * written in every checkpoint, so the slots take turns, and the number of the checkpoint says which
 * one it is. Block b lies in partition b modulo their number. Used by one thread.
 *
 * <p>A block, format version 1, big-endian:
 *
 * <pre>
 * int32   magic       0x47525342 ("GRSB")
 * int32   version     1
 * int64   version of the checkpoint
 * int32   checksum    CRC-32C of what follows
 * int8[]  some of the bytes; the last block has fewer than {@value #PAYLOAD_BYTES}, perhaps none
 * </pre>
 */
public final class BlockOutput extends OutputStream {
  static final int MAGIC = 0x47525342;
  static final int VERSION = 1;
  static final int CHECKSUM_AT = 16;
  static final int HEADER_BYTES = 20;

  /** Bytes of all blocks but the last. */
  static final int PAYLOAD_BYTES = (1 << 20) - HEADER_BYTES;

  private final BlockStore store;
  private final int partitions;
  private final String name;
  private final long version;
  private ByteBuffer block = ByteBuffer.allocate(HEADER_BYTES + PAYLOAD_BYTES);
  private int blocks;
  private boolean closed;

  /**
   * A run of bytes of a checkpoint.
   *
   * @param partitions of the graph
   * @param name what the bytes are
   * @param version number of the checkpoint, from 1
   */
  public BlockOutput(BlockStore store, int partitions, String name, long version) {
    this.store = store;
    this.partitions = partitions;
    this.name = name;
    this.version = version;
    begin();
  }

  /** The slot of a checkpoint. */
  static BlockSlot slot(long version) {
    return version % 2 == 1 ? BlockSlot.A : BlockSlot.B;
  }

  private void begin() {
    block.clear().putInt(MAGIC).putInt(VERSION).putLong(version).putInt(0);
  }

  @Override
  public void write(int value) {
    block.put((byte) value);
    putIfFull();
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    for (int done = 0; done < length; ) {
      final int some = Math.min(length - done, block.remaining());
      block.put(bytes, from + done, some);
      done += some;
      putIfFull();
    }
  }

  private void putIfFull() {
    if (!block.hasRemaining()) {
      put();
      begin();
    }
  }

  private void put() {
    block.putInt(CHECKSUM_AT, checksum(block.array(), block.position()));
    final byte[] bytes = new byte[block.position()];
    block.get(0, bytes);
    store.put(blocks % partitions, name, slot(version), blocks, bytes);
    blocks++;
  }

  static int checksum(byte[] bytes, int length) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, HEADER_BYTES, length - HEADER_BYTES);
    return (int) crc.getValue();
  }

  /** Writes the last block: all is durable when this returns. */
  @Override
  public void close() {
    if (!closed) {
      closed = true;
      put();
    }
  }
}
