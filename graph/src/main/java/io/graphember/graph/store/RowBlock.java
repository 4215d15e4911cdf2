// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.graph.id.Table;
import io.graphember.memory.RowSlab;
import io.graphember.spi.error.GraphemberException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.zip.CRC32C;

/**
 * A run of whole rows of one table in the durable cache.
 *
 * <p>Format version 1, little-endian; block {@code b} holds rows {@code b * n ..} with {@code n =
 * rowsPerBlock(dim)}, the last one fewer.
 *
 * <pre>
 * int32    magic     0x424D5247 ("GRMB")
 * int32    version   1
 * int32    rows      in this block
 * int32    dim       floats of a row
 * int32    checksum  CRC-32C of the rows' bytes
 * float32[rows, dim]
 * </pre>
 */
public final class RowBlock {
  private static final int MAGIC = 0x424D5247;
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 20;

  private RowBlock() {}

  /** Rows of a full block: about 1 MiB, at least one row. */
  public static int rowsPerBlock(int dim) {
    return Math.max(1, Section.BLOCK_BYTES / (4 * dim));
  }

  /** Number of blocks of a table. */
  public static int blocks(int rows, int dim) {
    int perBlock = rowsPerBlock(dim);
    return (int) ((rows + (long) perBlock - 1) / perBlock);
  }

  /**
   * Writes one block.
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
    out.putInt(16, checksum(out.array()));
    return out.array();
  }

  /**
   * Reads one block into a slab.
   *
   * @param table for the message
   * @param partition for the message
   * @param number number of the block
   * @param block its bytes, null if it is missing
   * @param slab receives the rows
   * @throws GraphemberException with code SECTION_CORRUPT
   */
  public static void decode(Table table, int partition, int number, byte[] block, RowSlab slab) {
    final int dim = slab.dim();
    final int first = number * rowsPerBlock(dim);
    FloatBuffer floats = rows(table, partition, number, block, dim);
    if (floats.remaining() != Math.min(rowsPerBlock(dim), slab.rows() - first) * dim) {
      throw wrongLength(table, partition, number);
    }
    float[] row = new float[dim];
    for (int r = first; floats.hasRemaining(); r++) {
      floats.get(row);
      slab.write(r, row, 0);
    }
  }

  /**
   * The rows of one block, one after the other, whose header and checksum match.
   *
   * @param table for the message
   * @param partition for the message
   * @param number for the message
   * @param block its bytes, null if it is missing
   * @param dim floats of a row
   * @throws GraphemberException with code SECTION_CORRUPT
   */
  static FloatBuffer rows(Table table, int partition, int number, byte[] block, int dim) {
    if (block == null || block.length < HEADER_BYTES) {
      throw wrongLength(table, partition, number);
    }
    ByteBuffer in = ByteBuffer.wrap(block).order(ByteOrder.LITTLE_ENDIAN);
    final boolean known = in.getInt() == MAGIC && in.getInt() == VERSION;
    final int rows = in.getInt();
    if (!known || in.getInt() != dim || in.getInt() != checksum(block)) {
      throw Section.corrupt(
          table, partition, "header or checksum of block " + number + " does not match");
    }
    if (block.length != HEADER_BYTES + 4L * rows * dim) {
      throw wrongLength(table, partition, number);
    }
    return in.asFloatBuffer();
  }

  private static GraphemberException wrongLength(Table table, int partition, int number) {
    return Section.corrupt(
        table, partition, "block " + number + " is missing or has a wrong length");
  }

  private static int checksum(byte[] block) {
    CRC32C crc = new CRC32C();
    crc.update(block, HEADER_BYTES, block.length - HEADER_BYTES);
    return (int) crc.getValue();
  }
}
