// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Rows in mapped files of a folder. A file has no name any more once it is open, so a process that
 * dies leaves none; its owner alone may read it. It is written before it is mapped: a full disk is
 * an error then, where a write to mapped memory would end the process.
 *
 * <p>float32[rows, stride] in native byte order; the stride is that of a {@link RowSlab}.
 *
 * <p>Safe for use by several threads.
 */
public final class MappedFolder implements RowStorage {
  private static final int SEGMENT_FLOATS = 1 << 28; // 1 GiB: a mapping has less than 2
  private static final int WRITE_BYTES = 1 << 20;
  private static final double MIB = 1 << 20;

  private final Path folder;
  private final int segmentFloats;

  /**
   * Files of a folder.
   *
   * @param folder made if it is not there
   */
  public MappedFolder(Path folder) {
    this(folder, SEGMENT_FLOATS);
  }

  /** The same with mappings of so many floats at most, but for longer rows. */
  MappedFolder(Path folder, int segmentFloats) {
    this.folder = folder;
    this.segmentFloats = segmentFloats;
  }

  /** {@inheritDoc} Throws a {@link MemoryError#FEATURES_NOT_MAPPED} if the disk is full. */
  @Override
  public DenseRows fill(int rows, int dim, Consumer<RowSink> writer) {
    final int stride = RowSlab.stride(dim);
    final int segmentBits =
        Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, segmentFloats / stride));
    try {
      Files.createDirectories(folder);
      try (FileChannel file = open()) {
        final Writer sink = new Writer(file, dim, stride);
        writer.accept(sink);
        sink.end(rows);
        return new MappedRows(rows, dim, stride, segmentBits, map(file, 4L << segmentBits, stride));
      }
    } catch (IOException e) {
      throw refused(rows, stride, e);
    } catch (FailedWrite e) {
      throw refused(rows, stride, e.failure);
    }
  }

  @Override
  public long heapBytes(long bytes) {
    return 0;
  }

  private GraphemberException refused(int rows, int stride, IOException cause) {
    return new GraphemberException(
        MemoryError.FEATURES_NOT_MAPPED,
        "Features of %.1f MiB cannot be written to featureFolder %s: %s; make room on that disk, or choose another folder in GraphemberConfiguration."
            .formatted(4.0 * rows * stride / MIB, folder, cause.getMessage()),
        cause);
  }

  private FileChannel open() throws IOException {
    final boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
    final FileAttribute<?>[] owner =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return FileChannel.open(
        folder.resolve(UUID.randomUUID() + ".rows"),
        Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE),
        owner);
  }

  private static FloatBuffer[] map(FileChannel file, long bytesOfAColumn, int stride)
      throws IOException {
    final long segment = bytesOfAColumn * stride;
    final FloatBuffer[] segments = new FloatBuffer[(int) ((file.size() + segment - 1) / segment)];
    for (int s = 0; s < segments.length; s++) {
      final long from = s * segment;
      segments[s] =
          file.map(FileChannel.MapMode.READ_ONLY, from, Math.min(segment, file.size() - from))
              .order(ByteOrder.nativeOrder())
              .asFloatBuffer();
    }
    return segments;
  }

  /** A file could not be written. */
  private static final class FailedWrite extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final IOException failure;

    FailedWrite(IOException failure) {
      super(failure);
      this.failure = failure;
    }
  }

  /** Rows one after the other. */
  private static final class Writer implements RowSink {
    private final FileChannel file;
    private final int dim;
    private final int stride;
    private final ByteBuffer bytes;
    private int rows;

    Writer(FileChannel file, int dim, int stride) {
      this.file = file;
      this.dim = dim;
      this.stride = stride;
      this.bytes = DirectBuffer.allocate(Math.max(WRITE_BYTES, 4 * stride));
    }

    @Override
    public void write(int row, float[] source, int offset) {
      if (row != rows) {
        throw new IllegalArgumentException("row %d came after %d rows".formatted(row, rows));
      }
      rows++;
      if (bytes.remaining() < 4 * stride) {
        flush();
      }
      bytes.asFloatBuffer().put(source, offset, dim);
      bytes.position(bytes.position() + 4 * stride);
    }

    void end(int expected) {
      if (rows != expected) {
        throw new IllegalStateException("%d of %d rows were written".formatted(rows, expected));
      }
      flush();
    }

    private void flush() {
      bytes.flip();
      try {
        while (bytes.hasRemaining()) {
          file.write(bytes);
        }
      } catch (IOException e) {
        throw new FailedWrite(e);
      }
      bytes.clear();
    }
  }
}
