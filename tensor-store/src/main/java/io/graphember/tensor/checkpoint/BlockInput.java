// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import io.graphember.spi.error.FormatVersion;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Reads what {@link BlockOutput} has written, block by block. Used by one thread. */
public final class BlockInput extends InputStream {
  private final BlockStore store;
  private final int partitions;
  private final String name;
  private final long version;
  private ByteBuffer block = ByteBuffer.allocate(0);
  private int blocks;
  private boolean last;

  /**
   * The bytes of a complete checkpoint.
   *
   * @param partitions of the graph
   * @param name what the bytes are
   * @param version number of the checkpoint
   */
  public BlockInput(BlockStore store, int partitions, String name, long version) {
    this.store = store;
    this.partitions = partitions;
    this.name = name;
    this.version = version;
  }

  /**
   * {@inheritDoc}
   *
   * @throws GraphemberException with code {@link TensorError#CHECKPOINT_CORRUPT} if a block is
   *     missing, damaged, or of another checkpoint
   */
  @Override
  public int read() {
    return more() ? Byte.toUnsignedInt(block.get()) : -1;
  }

  /**
   * {@inheritDoc}
   *
   * @throws GraphemberException as {@link #read()}
   */
  @Override
  public int read(byte[] bytes, int from, int length) {
    if (length == 0) {
      return 0;
    }
    if (!more()) {
      return -1;
    }
    final int some = Math.min(length, block.remaining());
    block.get(bytes, from, some);
    return some;
  }

  private boolean more() {
    if (!block.hasRemaining() && !last) {
      block = next();
      last = block.remaining() < BlockOutput.PAYLOAD_BYTES;
      blocks++;
    }
    return block.hasRemaining();
  }

  private ByteBuffer next() {
    final byte[] bytes =
        store
            .get(blocks % partitions, name, BlockOutput.slot(version), blocks)
            .orElseThrow(() -> corrupt("it is missing"));
    if (bytes.length < BlockOutput.HEADER_BYTES
        || bytes.length > BlockOutput.HEADER_BYTES + BlockOutput.PAYLOAD_BYTES) {
      throw corrupt("it has %d bytes".formatted(bytes.length));
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    if (in.getInt() != BlockOutput.MAGIC) {
      throw corrupt("its first bytes are not those of a block");
    }
    final int format = in.getInt();
    if (format != BlockOutput.VERSION) {
      throw corrupt(FormatVersion.unknown(format, BlockOutput.VERSION));
    }
    final long found = in.getLong();
    if (found != version) {
      throw corrupt("it is of checkpoint %d, not of %d".formatted(found, version));
    }
    if (in.getInt() != BlockOutput.checksum(bytes, bytes.length)) {
      throw corrupt("its checksum does not match");
    }
    return in;
  }

  private GraphemberException corrupt(String what) {
    return new GraphemberException(
        TensorError.CHECKPOINT_CORRUPT,
        "Block %d of %s cannot be read in the checkpoint: %s.".formatted(blocks, name, what));
  }
}
