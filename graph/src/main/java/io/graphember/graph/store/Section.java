// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.GraphError;
import io.graphember.graph.id.BlockKey;
import io.graphember.graph.id.Table;
import io.graphember.memory.ByteStorage;
import io.graphember.memory.StoredBytes;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.memory.bytes.ByteWriter;
import io.graphember.spi.error.FormatVersion;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A contiguous run of bytes of one table of one partition, cut into blocks for the durable cache.
 *
 * <p>Format version 1, little-endian. Block 0 starts with a header, then the payload follows
 * through all blocks without gaps; every block but the last is {@link #BLOCK_BYTES} long.
 *
 * <pre>
 * int32  magic     0x53454D47 ("GMES")
 * int32  version   1
 * int32  table     number of the {@link Table}
 * int32  checksum  CRC-32C of the payload
 * int64  length    bytes of the payload
 * byte[] payload
 * </pre>
 */
public final class Section {
  /** Bytes of a block. */
  public static final int BLOCK_BYTES = 1 << 20;

  static final int MAGIC = 0x53454D47;
  static final int VERSION = 1;
  static final int HEADER_BYTES = 24;

  /** As many as there are numbers of blocks for. */
  private static final long MOST_BYTES = ((long) BLOCK_BYTES << BlockKey.BLOCK_BITS) - HEADER_BYTES;

  /** As many as an array has. */
  private static final int MOST_ROWS = Integer.MAX_VALUE - 8;

  private Section() {}

  /** Takes a payload in blocks, with room for the header. */
  public static ByteWriter writer() {
    return new ByteWriter(BLOCK_BYTES, HEADER_BYTES);
  }

  /**
   * The blocks of a payload; the first holds the header.
   *
   * @param payload as {@link #writer} has taken it
   */
  public static List<byte[]> toBlocks(Table table, ByteWriter payload) {
    final List<byte[]> blocks = payload.chunks();
    final CRC32C crc = new CRC32C();
    int from = HEADER_BYTES;
    for (byte[] block : blocks) {
      crc.update(block, from, block.length - from);
      from = 0;
    }
    final ByteBuffer header = ByteBuffer.wrap(blocks.get(0)).order(ByteOrder.LITTLE_ENDIAN);
    header.putInt(MAGIC).putInt(VERSION).putInt(table.number()).putInt((int) crc.getValue());
    header.putLong(payload.size());
    return blocks;
  }

  /**
   * Reads a payload once its checksum was looked at.
   *
   * @param table table the section belongs to
   * @param partition for the message
   * @param blocks gives a block by its number, or null if there is none
   * @throws GraphemberException with code {@link GraphError#SECTION_CORRUPT}
   */
  public static ByteReader fromBlocks(
      Table table, int partition, IntFunction<byte @Nullable []> blocks) {
    final List<ByteBuffer> parts = new ArrayList<>();
    Blocks.of(table, partition, blocks).read(parts::add);
    return new ByteReader(parts);
  }

  /**
   * The same with a payload that lies elsewhere than in the heap; of that it takes a block at a
   * time, which may be asked for again.
   */
  static StoredBytes fromBlocks(
      Table table, int partition, IntFunction<byte @Nullable []> blocks, ByteStorage storage) {
    final Blocks section = Blocks.of(table, partition, blocks);
    return storage.write(section.length, section::read);
  }

  /**
   * A section that is stored.
   *
   * @param first its first block
   * @param blocks gives the others
   * @param length bytes of the payload
   * @param checksum of the payload
   */
  private record Blocks(
      Table table,
      int partition,
      byte[] first,
      IntFunction<byte @Nullable []> blocks,
      long length,
      int checksum) {
    static Blocks of(Table table, int partition, IntFunction<byte @Nullable []> blocks) {
      byte[] first = blocks.apply(0);
      if (first == null || first.length < HEADER_BYTES) {
        throw corrupt(table, partition, "its first block is missing");
      }
      ByteBuffer header = ByteBuffer.wrap(first).order(ByteOrder.LITTLE_ENDIAN);
      if (header.getInt() != MAGIC) {
        throw corrupt(table, partition, "its first bytes are not those of a section");
      }
      requireVersion(table, partition, header.getInt(), VERSION);
      if (header.getInt() != table.number()) {
        throw corrupt(table, partition, "it is of another table");
      }
      int checksum = header.getInt();
      long length = header.getLong();
      if (length < 0 || length > MOST_BYTES) {
        throw corrupt(table, partition, "its length is " + length);
      }
      return new Blocks(table, partition, first, blocks, length, checksum);
    }

    /** Gives the payload to a sink, part by part. */
    void read(Consumer<ByteBuffer> sink) {
      final CRC32C crc = new CRC32C();
      long missing = length - (first.length - HEADER_BYTES);
      if (missing < 0) {
        throw corrupt(table, partition, "its first block is too long");
      }
      crc.update(first, HEADER_BYTES, first.length - HEADER_BYTES);
      sink.accept(ByteBuffer.wrap(first, HEADER_BYTES, first.length - HEADER_BYTES));
      for (int b = 1; missing > 0; b++) {
        byte[] block = blocks.apply(b);
        if (block == null || block.length == 0 || block.length > missing) {
          throw corrupt(table, partition, "block " + b + " is missing or has a wrong length");
        }
        missing -= block.length;
        crc.update(block, 0, block.length);
        sink.accept(ByteBuffer.wrap(block));
      }
      if ((int) crc.getValue() != checksum) {
        throw corrupt(table, partition, "its CRC-32C checksum does not match");
      }
    }
  }

  /**
   * Refuses more rows than a column of a partition has.
   *
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  static void requireRows(Table table, long rows) {
    if (rows > MOST_ROWS) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "Section %s of a partition has %d rows, more than %d; use more partitions."
              .formatted(table, rows, MOST_ROWS));
    }
  }

  /**
   * Refuses a payload that is shorter than its head, or of another version.
   *
   * @param in at its first byte, which is that of the version; behind it afterwards
   * @param headBytes bytes that it has at least
   * @param known version that the caller reads
   */
  static void requireVersion(Table table, int partition, ByteReader in, int headBytes, int known) {
    if (in.remaining() < headBytes) {
      throw corrupt(table, partition, "it ends too early");
    }
    requireVersion(table, partition, in.getInt(), known);
  }

  /** Refuses a payload of another version. */
  static void requireVersion(Table table, int partition, int found, int known) {
    if (found != known) {
      throw corrupt(table, partition, FormatVersion.unknown(found, known));
    }
  }

  static int checksum(byte[] payload) {
    CRC32C crc = new CRC32C();
    crc.update(payload);
    return (int) crc.getValue();
  }

  static GraphemberException corrupt(Table table, int partition, String why) {
    return new GraphemberException(
        GraphError.SECTION_CORRUPT,
        "Section %s of partition %d cannot be read: %s.".formatted(table, partition, why));
  }
}
