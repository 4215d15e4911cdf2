// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.cache;

import io.graphember.inference.InferenceError;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The static cache of one partition for one slice (GLISP, section III-D): all rows that the
 * partition reads, its masters' and its mirrors', in a file on the local disk, in the order of
 * their local numbers. Filled in bulk before the slice; after that no row is asked of anywhere
 * else.
 *
 * <p>The file: float32[rows, columns], native byte order, nothing else; it lives as long as the
 * slice. Safe for use by several threads, filling and reading not at once.
 */
public final class StaticCache implements AutoCloseable {
  private static final long MAPPED_BYTES = 1L << 30;

  private final Path file;
  private final FileChannel channel;
  private final int rows;
  private final int columns;
  private final int chunkRows;
  private final int chunksOfMap;
  private final List<MappedByteBuffer> maps = new ArrayList<>();

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
    this.file = file;
    this.rows = rows;
    this.columns = columns;
    this.chunkRows = chunkRows;
    this.chunksOfMap = (int) Math.max(1, MAPPED_BYTES / (4L * columns * chunkRows));
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
   * @param first local number of the first
   * @param values rows one after the other
   * @param count how many
   */
  public void fill(int first, float[] values, int count) {
    ByteBuffer bytes =
        ByteBuffer.allocateDirect(4 * columns * Math.max(1, Math.min(count, chunkRows)))
            .order(ByteOrder.nativeOrder());
    try {
      for (int from = 0; from < count; from += chunkRows) {
        final int some = Math.min(chunkRows, count - from);
        bytes.clear();
        bytes.asFloatBuffer().put(values, from * columns, some * columns);
        bytes.limit(4 * some * columns);
        long at = 4L * columns * (first + from);
        while (bytes.hasRemaining()) {
          at += channel.write(bytes, at);
        }
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Says that all rows are there; called once, before the first is read. */
  public void filled() {
    final long bytes = 4L * columns * rows;
    final long step = 4L * columns * chunkRows * chunksOfMap;
    try {
      if (channel.size() != bytes) {
        throw new IllegalStateException(
            "the static cache holds %d bytes of %d".formatted(channel.size(), bytes));
      }
      for (long at = 0; at < bytes; at += step) {
        maps.add(channel.map(FileChannel.MapMode.READ_ONLY, at, Math.min(step, bytes - at)));
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /** Reads a chunk. */
  void read(int chunk, float[] values) {
    MappedByteBuffer map = maps.get(chunk / chunksOfMap);
    final int first = chunk % chunksOfMap * chunkRows * columns;
    final int count = Math.min(chunkRows, rows - chunk * chunkRows) * columns;
    map.duplicate().order(ByteOrder.nativeOrder()).asFloatBuffer().get(first, values, 0, count);
  }

  private GraphemberException failed(IOException cause) {
    return new GraphemberException(
        InferenceError.STORE_FAILED,
        "The static cache %s failed: %s.".formatted(file, cause),
        cause);
  }

  @Override
  public void close() {
    maps.clear();
    try {
      channel.close();
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failed(e);
    }
  }
}
