// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import io.graphember.spi.error.FormatVersion;
import io.graphember.spi.error.GraphemberException;
import io.graphember.tensor.TensorError;
import io.graphember.tensor.table.Precision;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a manifest.
 *
 * <p>Format version 1, big-endian; a text is a uint16 number of bytes and as many bytes of modified
 * UTF-8.
 *
 * <pre>
 * int32  magic     0x4752434D ("GRCM")
 * int32  version   1
 * int32  checksum  CRC-32C of all that follows
 * int64  step
 * int64  version of the checkpoint
 * text   name of the graph
 * int64  version of the graph
 * int32  tables; for each:
 *   text   name
 *   int32  dim
 *   int8   precision: 0 float32, 1 bfloat16
 *   text   initializer
 *   text   optimizer
 *   int32  partitions; for each:
 *     int32  number
 *     int32  rows
 *     int32  blocks
 *     int8[blocks]  0 untouched, 1 in slot A, 2 in slot B
 * </pre>
 */
public final class ManifestFormat {
  private static final int MAGIC = 0x4752434D;
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 12;

  private ManifestFormat() {}

  /** Writes a manifest. */
  public static byte[] encode(CheckpointManifest manifest) {
    try {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      DataOutputStream body = new DataOutputStream(bytes);
      write(manifest, body);
      byte[] all = bytes.toByteArray();
      ByteArrayOutputStream framed = new ByteArrayOutputStream(HEADER_BYTES + all.length);
      DataOutputStream header = new DataOutputStream(framed);
      header.writeInt(MAGIC);
      header.writeInt(VERSION);
      header.writeInt(checksum(all, 0));
      header.write(all);
      return framed.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException("a manifest is written to memory", e);
    }
  }

  private static void write(CheckpointManifest manifest, DataOutputStream out) throws IOException {
    out.writeLong(manifest.step());
    out.writeLong(manifest.version());
    out.writeUTF(manifest.graph());
    out.writeLong(manifest.graphVersion());
    out.writeInt(manifest.tables().size());
    for (StoredTable table : manifest.tables()) {
      out.writeUTF(table.name());
      out.writeInt(table.dim());
      out.writeByte(table.precision().ordinal());
      out.writeUTF(table.initializer());
      out.writeUTF(table.optimizer());
      out.writeInt(table.partitions().size());
      for (StoredPartition partition : table.partitions()) {
        out.writeInt(partition.partition());
        out.writeInt(partition.rows());
        out.writeInt(partition.blocks().size());
        for (BlockSlot slot : partition.blocks()) {
          out.writeByte(slot.ordinal());
        }
      }
    }
  }

  /**
   * Reads a manifest.
   *
   * @throws GraphemberException with code {@link TensorError#CHECKPOINT_CORRUPT}
   */
  public static CheckpointManifest decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readInt() != MAGIC) {
        throw corrupt("its first bytes are not those of a manifest");
      }
      final int format = in.readInt();
      if (format != VERSION) {
        throw corrupt(FormatVersion.unknown(format, VERSION));
      }
      if (in.readInt() != checksum(bytes, HEADER_BYTES)) {
        throw corrupt("its checksum does not match");
      }
      CheckpointManifest manifest = read(in);
      if (in.available() > 0) {
        throw corrupt("%d bytes are left over".formatted(in.available()));
      }
      return manifest;
    } catch (IOException e) {
      throw corrupt("it ends too early", e);
    }
  }

  private static CheckpointManifest read(DataInputStream in) throws IOException {
    final long step = in.readLong();
    final long version = in.readLong();
    final String graph = in.readUTF();
    final long graphVersion = in.readLong();
    List<StoredTable> tables = new ArrayList<>();
    for (int count = count(in); count > 0; count--) {
      tables.add(
          new StoredTable(
              in.readUTF(),
              in.readInt(),
              constant(Precision.values(), in),
              in.readUTF(),
              in.readUTF(),
              partitions(in)));
    }
    return new CheckpointManifest(step, version, graph, graphVersion, tables);
  }

  private static List<StoredPartition> partitions(DataInputStream in) throws IOException {
    List<StoredPartition> partitions = new ArrayList<>();
    for (int count = count(in); count > 0; count--) {
      partitions.add(new StoredPartition(in.readInt(), in.readInt(), blocks(in)));
    }
    return partitions;
  }

  private static List<BlockSlot> blocks(DataInputStream in) throws IOException {
    List<BlockSlot> blocks = new ArrayList<>();
    for (int count = count(in); count > 0; count--) {
      blocks.add(constant(BlockSlot.values(), in));
    }
    return blocks;
  }

  /** Number of things to come, each of which takes a byte at least. */
  private static int count(DataInputStream in) throws IOException {
    final int count = in.readInt();
    if (count < 0 || count > in.available()) {
      throw corrupt("%d entries do not fit %d bytes".formatted(count, in.available()));
    }
    return count;
  }

  private static <T> T constant(T[] constants, DataInputStream in) throws IOException {
    final int number = in.readUnsignedByte();
    if (number >= constants.length) {
      throw corrupt("it holds %d where 0 to %d may be".formatted(number, constants.length - 1));
    }
    return constants[number];
  }

  private static int checksum(byte[] bytes, int from) {
    CRC32C crc = new CRC32C();
    crc.update(bytes, from, bytes.length - from);
    return (int) crc.getValue();
  }

  private static GraphemberException corrupt(String what) {
    return corrupt(what, null);
  }

  private static GraphemberException corrupt(String what, @Nullable IOException cause) {
    return new GraphemberException(
        TensorError.CHECKPOINT_CORRUPT,
        "The manifest of a checkpoint cannot be read: %s.".formatted(what),
        cause);
  }
}
