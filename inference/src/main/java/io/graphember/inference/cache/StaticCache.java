// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.cache;

import io.graphember.inference.InferenceError;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * The static cache of one partition for one slice (GLISP, section III-D): all rows that the
 * partition reads, its masters' and its mirrors', in a file on the local disk. Filled in bulk
 * before the slice; after that no row is asked of anywhere else. Rows that are in memory anyway are
 * read there instead of being copied.
 *
 * <p>The file: float32[rows, columns] without those in memory, native byte order, nothing else; it
 * lives as long as the slice. Safe for use by several threads, filling and reading of the same rows
 * not at once.
 */
public final class StaticCache implements AutoCloseable {
  private static final long MAPPED_BYTES = 1L << 30;

  private final Path file;
  private final FileChannel channel;
  private final int rows;
  private final int columns;
  private final int chunkRows;
  private final MemoryReader inMemory;
  private final int firstOfFile;
  private final int rowsOfMap;
  private final LongAdder filled = new LongAdder();
  private volatile List<FloatBuffer> maps = List.of();

  /** Reads rows that are in memory. */
  @FunctionalInterface
  public interface MemoryReader {
    /** Reads a row into {@code target}, from {@code at} on. */
    void read(int row, float[] target, int at);
  }

  /**
   * An empty cache.
   *
   * @param file made anew, deleted when closed
   * @param rows number of rows, 0 or more
   * @param columns floats of a row, positive
   * @param chunkRows rows that are read at once, positive
   * @throws GraphemberException with code {@link InferenceError#STORE_FAILED}
   */
  public StaticCache(Path file, int rows, int columns, int chunkRows) {
    this(
        file,
        rows,
        columns,
        chunkRows,
        0,
        (row, target, at) -> {
          throw new IllegalStateException("no row is in memory");
        });
  }

  /**
   * The same with some rows in memory.
   *
   * @param firstOfFile how many rows are in memory, the first ones
   * @param inMemory reads them; not called if there are none
   */
  public StaticCache(
      Path file, int rows, int columns, int chunkRows, int firstOfFile, MemoryReader inMemory) {
    this.inMemory = inMemory;
    this.firstOfFile = firstOfFile;
    this.file = file;
    this.rows = rows;
    this.columns = columns;
    this.chunkRows = chunkRows;
    this.rowsOfMap = (int) Math.max(1, MAPPED_BYTES / (4L * columns));
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      channel =
          FileChannel.open(
              file,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Number of rows. */
  public int rows() {
    return rows;
  }

  /** Floats of a row. */
  public int columns() {
    return columns;
  }

  /** Rows of a chunk; the last one may have fewer. */
  public int chunkRows() {
    return chunkRows;
  }

  /** Number of chunks. */
  public int chunks() {
    return (int) ((rows + (long) chunkRows - 1) / chunkRows);
  }

  /**
   * Puts rows in their place.
   *
   * @param first number of the first
   * @param values rows one after the other
   * @param count how many
   */
  public void fill(int first, float[] values, int count) {
    ByteBuffer bytes =
        ByteBuffer.allocate(4 * columns * Math.max(1, Math.min(count, chunkRows)))
            .order(ByteOrder.nativeOrder());
    try {
      for (int from = 0; from < count; from += chunkRows) {
        final int some = Math.min(chunkRows, count - from);
        bytes.clear();
        bytes.asFloatBuffer().put(values, from * columns, some * columns);
        bytes.limit(4 * some * columns);
        long at = 4L * columns * (first + from - firstOfFile);
        while (bytes.hasRemaining()) {
          at += channel.write(bytes, at);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
    filled.add(count);
  }

  /**
   * Makes the first rows readable.
   *
   * @param count how many; they have been filled in
   */
  public void open(int count) {
    List<FloatBuffer> opened = new ArrayList<>();
    try {
      for (int first = firstOfFile; first < count; first += rowsOfMap) {
        final int some = Math.min(rowsOfMap, count - first);
        opened.add(
            channel
                .map(
                    FileChannel.MapMode.READ_ONLY,
                    4L * columns * (first - firstOfFile),
                    4L * columns * some)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer());
      }
    } catch (IOException e) {
      throw failed(e);
    }
    maps = List.copyOf(opened);
  }

  /**
   * Makes all rows readable.
   *
   * @throws IllegalStateException if one was not filled in: nothing may miss this cache
   */
  public void openAll() {
    if (filled.sum() != rows - firstOfFile) {
      throw new IllegalStateException(
          "%d rows of %d are in the static cache %s"
              .formatted(filled.sum() + firstOfFile, rows, file));
    }
    open(rows);
  }

  /** Copies a row out. */
  public void read(int row, float[] target, int at) {
    if (row < firstOfFile) {
      inMemory.read(row, target, at);
      return;
    }
    final int ofFile = row - firstOfFile;
    maps.get(ofFile / rowsOfMap).get(ofFile % rowsOfMap * columns, target, at, columns);
  }

  /** Reads a chunk. */
  void read(int chunk, float[] values) {
    final int first = chunk * chunkRows;
    final int end = Math.min(rows, first + chunkRows);
    int row = first;
    for (; row < Math.min(end, firstOfFile); row++) {
      inMemory.read(row, values, (row - first) * columns);
    }
    while (row < end) {
      final int ofFile = row - firstOfFile;
      final int some = Math.min(end - row, rowsOfMap - ofFile % rowsOfMap);
      maps.get(ofFile / rowsOfMap)
          .get(ofFile % rowsOfMap * columns, values, (row - first) * columns, some * columns);
      row += some;
    }
  }

  private GraphemberException failed(IOException cause) {
    return new GraphemberException(
        InferenceError.STORE_FAILED,
        "The static cache %s failed: %s.".formatted(file, cause),
        cause);
  }

  @Override
  public void close() {
    maps = List.of();
    try {
      channel.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
