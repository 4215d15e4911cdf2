// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.zarr;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A group of Zarr arrays of format version 2 in one ZIP file, as {@code zarr.storage.ZipStore}
 * reads it; unpacked it is a group in a folder. Arrays have the same number of rows, which is known
 * at the end, and the same rows in a chunk. Entries are not compressed, their content is:
 *
 * <pre>
 * .zgroup          {"zarr_format": 2}
 * NAME/I.0         of a matrix, chunk I: float32[chunkRows, columns], little-endian, behind the last row NaN
 * NAME/I           of numbers, chunk I: int64[chunkRows], little-endian, behind the last row 0
 * NAME/I           of texts, chunk I: uint32 chunkRows, and for each uint32 length, length bytes of UTF-8,
 *                  little-endian (filter vlen-utf8), behind the last row empty
 * NAME/.zarray     metadata
 * </pre>
 *
 * <p>Each chunk is one Blosc buffer. A chunk of each array is in memory. Used by one thread.
 */
public final class ZarrArchive implements Closeable {
  private static final int MOST_CHUNK_ROWS = 32_768;
  private static final int CHUNK_BYTES = 1 << 24;

  private final ZipOutputStream out;
  private final int chunkRows;
  private final List<Column> columns = new ArrayList<>();

  /** A new archive without arrays. */
  ZarrArchive(Path file, int chunkRows) throws IOException {
    ZarrFormat.requireBlosc();
    this.chunkRows = chunkRows;
    out = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
    out.setMethod(ZipOutputStream.STORED);
    put(".zgroup", "{\"zarr_format\": 2}\n".getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * A new archive without arrays.
   *
   * @param width floats of the widest row, which decides the rows of a chunk: 16 MiB or less
   * @throws io.graphember.spi.error.GraphemberException if the library that compresses is not there
   */
  public static ZarrArchive create(Path file, int width) throws IOException {
    final int rows = CHUNK_BYTES / (Float.BYTES * Math.max(1, width));
    return new ZarrArchive(
        file, Math.min(MOST_CHUNK_ROWS, Integer.highestOneBit(Math.max(1, rows))));
  }

  private void put(String name, byte[] content) throws IOException {
    CRC32 crc = new CRC32();
    crc.update(content);
    ZipEntry entry = new ZipEntry(name);
    entry.setSize(content.length);
    entry.setCrc(crc.getValue());
    out.putNextEntry(entry);
    out.write(content);
    out.closeEntry();
  }

  /** A new matrix of 32-bit floats, {@code width} in each row, 0 or more. */
  public Floats floats(String name, int width) {
    return add(new Floats(name, width));
  }

  /** A new vector of 64-bit integers. */
  public Integers integers(String name) {
    return add(new Integers(name));
  }

  /** A new vector of texts. */
  public Texts texts(String name) {
    return add(new Texts(name));
  }

  private <C extends Column> C add(C column) {
    columns.add(column);
    return column;
  }

  /** Completes the arrays and the file. */
  @Override
  public void close() throws IOException {
    try (out) {
      for (Column column : columns) {
        column.end();
      }
    }
  }

  /** An array of the archive, to which rows are added. */
  private abstract class Column {
    private final String name;
    private final String ending;
    private long rows;
    private long chunks;

    Column(String name, String ending) {
      this.name = name;
      this.ending = ending;
    }

    void endRow() throws IOException {
      rows++;
      if (rows % chunkRows == 0) {
        endChunk(chunkRows);
      }
    }

    private void endChunk(int count) throws IOException {
      put(name + "/" + chunks + ending, chunk(count));
      chunks++;
    }

    private void end() throws IOException {
      final int count = (int) (rows % chunkRows);
      if (count > 0) {
        endChunk(count);
      }
      put(name + "/" + ZarrFormat.METADATA, metadata(rows).getBytes(StandardCharsets.US_ASCII));
    }

    /** The chunk with its rows, compressed; the next one begins. */
    abstract byte[] chunk(int count);

    abstract String metadata(long allRows);
  }

  /** A matrix of floats. */
  public final class Floats extends Column {
    private final int width;
    private final ByteBuffer chunk;

    private Floats(String name, int width) {
      super(name, ".0");
      this.width = width;
      chunk = ByteBuffer.allocate(Float.BYTES * chunkRows * width).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Adds a row of the matrix. */
    public void add(float[] row) throws IOException {
      for (float value : row) {
        chunk.putFloat(value);
      }
      endRow();
    }

    @Override
    byte[] chunk(int count) {
      while (chunk.hasRemaining()) {
        chunk.putFloat(Float.NaN);
      }
      chunk.clear();
      return ZarrFormat.compress(chunk.array(), Float.BYTES);
    }

    @Override
    String metadata(long allRows) {
      return ZarrFormat.metadata(
          allRows + ", " + width, chunkRows + ", " + Math.max(1, width), "<f4", "\"NaN\"", "null");
    }
  }

  /** A vector of integers. */
  public final class Integers extends Column {
    private final ByteBuffer chunk =
        ByteBuffer.allocate(Long.BYTES * chunkRows).order(ByteOrder.LITTLE_ENDIAN);

    private Integers(String name) {
      super(name, "");
    }

    /** Adds a number. */
    public void add(long value) throws IOException {
      chunk.putLong(value);
      endRow();
    }

    @Override
    byte[] chunk(int count) {
      while (chunk.hasRemaining()) {
        chunk.putLong(0);
      }
      chunk.clear();
      return ZarrFormat.compress(chunk.array(), Long.BYTES);
    }

    @Override
    String metadata(long allRows) {
      return ZarrFormat.metadata("" + allRows, "" + chunkRows, "<i8", "0", "null");
    }
  }

  /** A vector of texts. */
  public final class Texts extends Column {
    private final ByteArrayOutputStream chunk = new ByteArrayOutputStream();
    private final ByteBuffer number =
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);

    private Texts(String name) {
      super(name, "");
    }

    /** Adds a text. */
    public void add(String text) throws IOException {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (chunk.size() == 0) {
        putNumber(chunkRows);
      }
      putNumber(bytes.length);
      chunk.write(bytes, 0, bytes.length);
      endRow();
    }

    private void putNumber(int value) {
      chunk.write(number.putInt(0, value).array(), 0, Integer.BYTES);
    }

    @Override
    byte[] chunk(int count) {
      for (int i = count; i < chunkRows; i++) {
        putNumber(0);
      }
      byte[] bytes = chunk.toByteArray();
      chunk.reset();
      return ZarrFormat.compress(bytes, 1);
    }

    @Override
    String metadata(long allRows) {
      return ZarrFormat.metadata(
          "" + allRows, "" + chunkRows, "|O", "\"\"", "[{\"id\": \"vlen-utf8\"}]");
    }
  }
}
