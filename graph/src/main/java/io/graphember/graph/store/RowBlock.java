// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.id.Table;
import io.graphember.kernels.half.HalfRows;
import io.graphember.memory.RowSink;
import io.graphember.spi.CsrRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.FormatVersion;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A run of whole rows of one table in the durable cache.
 *
 * <p>Little-endian; block {@code b} holds rows {@code b * n ..} with {@code n = rowsPerBlock(dim)},
 * the last one fewer. Dense rows, version 1:
 *
 * <pre>
 * int32    magic     0x424D5247 ("GRMB")
 * int32    version   1
 * int32    rows      in this block
 * int32    dim       floats of a row
 * int32    checksum  CRC-32C of the rows' bytes
 * float32[rows, dim]
 * </pre>
 *
 * <p>Dense rows of 16-bit floats, version 3 of float16 and version 4 of bfloat16, have in the place
 * of the last two fields, with {@code h = (dim + 1) / 2}:
 *
 * <pre>
 * int32           checksum CRC-32C of the fields before it and of the rows' bytes
 * int32[rows, h]  pairs    value i of a row in the lower half of its int i, value h + i, if there is
 *                          one, in the upper half
 * </pre>
 *
 * <p>Sparse rows, version 2, have after the head of version 1, in the place of its last field:
 *
 * <pre>
 * int32[rows]     entries   of each row
 * int32[entries]  columns   of the entries of all rows, ascending within a row
 * float32[entries] values
 * </pre>
 *
 * All blocks of a table of features are of the same version: rows are kept sparse where {@link
 * CsrRows#pays} for those of a vertex type in the whole graph, others as the graph's settings say.
 */
public final class RowBlock {
  private static final int MAGIC = 0x424D5247;
  private static final int VERSION = 1;
  private static final int SPARSE = 2;
  private static final int FLOAT16 = 3;
  private static final int BFLOAT16 = 4;
  private static final int VERSION_PLACE = 4;
  private static final int CHECKSUM_PLACE = 16;
  private static final int HEADER_BYTES = 20;

  private RowBlock() {}

  /** Rows of a full block: about 1 MiB, half of it of 16-bit floats, at least one row. */
  public static int rowsPerBlock(int dim) {
    return Math.max(1, Section.BLOCK_BYTES / (4 * dim));
  }

  /** Number of blocks of a table. */
  public static int blocks(int rows, int dim) {
    int perBlock = rowsPerBlock(dim);
    return (int) ((rows + (long) perBlock - 1) / perBlock);
  }

  /**
   * Writes one block as it comes; see below.
   *
   * @param rows float32[count, dim], row-major, from index 0
   * @param count rows in this block
   * @param dim floats of a row
   */
  public static byte[] encode(float[] rows, int count, int dim) {
    ByteBuffer out =
        ByteBuffer.allocate(HEADER_BYTES + 4 * count * dim).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(MAGIC).putInt(VERSION).putInt(count).putInt(dim).putInt(0);
    out.asFloatBuffer().put(rows, 0, count * dim);
    out.putInt(CHECKSUM_PLACE, checksum(out.array()));
    return out.array();
  }

  /**
   * Writes one block.
   *
   * @param precision how rows are stored; those of 16 bits are rounded to nearest
   * @param rows float32[count, dim], row-major, from index 0
   * @param count rows in this block
   * @param dim floats of a row
   */
  public static byte[] encode(FeaturePrecision precision, float[] rows, int count, int dim) {
    final Optional<HalfRows> format = HalfRows.of(precision);
    return format.isEmpty()
        ? encode(rows, count, dim)
        : encode(format.get(), version(precision), rows, count, dim);
  }

  private static byte[] encode(HalfRows format, int version, float[] rows, int count, int dim) {
    final int[] packed = new int[HalfRows.packed(dim)];
    ByteBuffer out =
        ByteBuffer.allocate(HEADER_BYTES + 4 * count * packed.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(MAGIC).putInt(version).putInt(count).putInt(dim).putInt(0);
    IntBuffer pairs = out.asIntBuffer();
    for (int r = 0; r < count; r++) {
      format.round(rows, r * dim, dim, packed, 0);
      pairs.put(packed);
    }
    out.putInt(CHECKSUM_PLACE, checksum(out.array()));
    return out.array();
  }

  private static int version(FeaturePrecision precision) {
    return switch (precision) {
      case FLOAT32 -> VERSION;
      case FLOAT16 -> FLOAT16;
      case BFLOAT16 -> BFLOAT16;
    };
  }

  /** Writes one block of sparse rows. */
  public static byte[] encode(CsrRows rows) {
    final int entries = rows.entries();
    ByteBuffer out =
        ByteBuffer.allocate(Math.toIntExact(HEADER_BYTES + CsrRows.bytes(rows.rows(), entries)))
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(MAGIC).putInt(SPARSE).putInt(rows.rows()).putInt(rows.dim()).putInt(0);
    for (int i = 0; i < rows.rows(); i++) {
      out.putInt(rows.offsets()[i + 1] - rows.offsets()[i]);
    }
    out.asIntBuffer().put(rows.columns(), 0, entries);
    out.position(out.position() + 4 * entries);
    out.asFloatBuffer().put(rows.values(), 0, entries);
    out.putInt(CHECKSUM_PLACE, checksum(out.array()));
    return out.array();
  }

  /** True if it is a block of sparse rows, as far as its head says; null if it is missing. */
  static boolean isSparse(byte @Nullable [] block) {
    return version(block) == SPARSE;
  }

  /** How a block's dense rows are stored, as far as its head says; null if it is missing. */
  static FeaturePrecision precision(byte @Nullable [] block) {
    return switch (version(block)) {
      case FLOAT16 -> FeaturePrecision.FLOAT16;
      case BFLOAT16 -> FeaturePrecision.BFLOAT16;
      default -> FeaturePrecision.FLOAT32; // whoever reads it says what is wrong
    };
  }

  private static int version(byte @Nullable [] block) {
    return block == null || block.length < HEADER_BYTES
        ? VERSION
        : ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN).getInt(VERSION_PLACE);
  }

  /**
   * Reads one block of sparse rows.
   *
   * @param table for the message
   * @param partition for the message
   * @param number number of the block
   * @param block its bytes, null if it is missing
   * @param count rows of the whole table
   * @param dim floats of a row
   * @throws GraphemberException with code SECTION_CORRUPT
   */
  static CsrRows decodeSparse(
      Table table, int partition, int number, byte @Nullable [] block, int count, int dim) {
    ByteBuffer in = head(table, partition, number, block, dim);
    if (!isSparse(block)) {
      throw mismatch(table, partition, number);
    }
    final int rows = Math.min(rowsPerBlock(dim), count - number * rowsPerBlock(dim));
    if (in.getInt(8) != rows || in.remaining() < 4L * rows) {
      throw wrongLength(table, partition, number);
    }
    int[] offsets = new int[rows + 1];
    long entries = 0;
    for (int i = 0; i < rows; i++) {
      final int ofRow = in.getInt();
      entries += ofRow;
      if (ofRow < 0 || 8 * entries > in.capacity()) {
        throw wrongLength(table, partition, number);
      }
      offsets[i + 1] = (int) entries;
    }
    if (in.remaining() != 8 * entries) {
      throw wrongLength(table, partition, number);
    }
    int[] columns = new int[(int) entries];
    float[] values = new float[columns.length];
    in.asIntBuffer().get(columns);
    in.position(in.position() + 4 * columns.length);
    in.asFloatBuffer().get(values);
    CsrRows sparse = new CsrRows(rows, dim, offsets, columns, values);
    sparse
        .fault()
        .ifPresent(
            fault -> {
              throw Section.corrupt(table, partition, "the rows of block " + number + " " + fault);
            });
    return sparse;
  }

  /**
   * Reads one block.
   *
   * @param table for the message
   * @param partition for the message
   * @param number number of the block
   * @param block its bytes, null if it is missing
   * @param count rows of the whole table
   * @param dim floats of a row
   * @param target receives the rows in ascending order
   * @throws GraphemberException with code SECTION_CORRUPT
   */
  public static void decode(
      Table table,
      int partition,
      int number,
      byte @Nullable [] block,
      int count,
      int dim,
      RowSink target) {
    final int first = number * rowsPerBlock(dim);
    StoredRows rows = rows(table, partition, number, block, dim);
    if (rows.count() != Math.min(rowsPerBlock(dim), count - first)) {
      throw wrongLength(table, partition, number);
    }
    float[] row = new float[dim];
    for (int r = 0; r < rows.count(); r++) {
      rows.read(r, row);
      target.write(first + r, row, 0);
    }
  }

  /**
   * The dense rows of one block, whose header and checksum match.
   *
   * @param table for the message
   * @param partition for the message
   * @param number for the message
   * @param block its bytes, null if it is missing
   * @param dim floats of a row
   * @throws GraphemberException with code SECTION_CORRUPT
   */
  static StoredRows rows(Table table, int partition, int number, byte @Nullable [] block, int dim) {
    ByteBuffer in = head(table, partition, number, block, dim);
    if (isSparse(block)) {
      throw mismatch(table, partition, number);
    }
    final FeaturePrecision precision = precision(block);
    final int count = in.getInt(8);
    if (in.limit() != HEADER_BYTES + 4L * count * precision.words(dim)) {
      throw wrongLength(table, partition, number);
    }
    return StoredRows.of(precision, in, count, dim);
  }

  /** What comes after the head of a block, which matches. */
  private static ByteBuffer head(
      Table table, int partition, int number, byte @Nullable [] block, int dim) {
    if (block == null || block.length < HEADER_BYTES) {
      throw wrongLength(table, partition, number);
    }
    ByteBuffer in = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    final boolean ours = in.getInt() == MAGIC;
    final int found = in.getInt();
    if (ours && (found < VERSION || found > BFLOAT16)) {
      throw Section.corrupt(
          table,
          partition,
          "in block %d %s".formatted(number, FormatVersion.unknown(found, BFLOAT16)));
    }
    in.getInt(); // rows
    if (!ours || in.getInt() != dim || in.getInt() != checksum(block)) {
      throw mismatch(table, partition, number);
    }
    return in;
  }

  private static GraphemberException mismatch(Table table, int partition, int number) {
    return Section.corrupt(
        table, partition, "header or checksum of block " + number + " does not match");
  }

  private static GraphemberException wrongLength(Table table, int partition, int number) {
    return Section.corrupt(
        table, partition, "block " + number + " is missing or has a wrong length");
  }

  private static int checksum(byte[] block) {
    CRC32C crc = new CRC32C();
    if (precision(block).half()) { // the versions of 16 bits differ by nothing else
      crc.update(block, 0, CHECKSUM_PLACE);
    }
    crc.update(block, HEADER_BYTES, block.length - HEADER_BYTES);
    return (int) crc.getValue();
  }
}
