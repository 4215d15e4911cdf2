// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.kernels.half.HalfRows;
import io.graphember.spi.FeaturePrecision;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Rows and bytes in mapped files of a folder. A file has no name any more once it is open, so a
 * process that dies leaves none; its owner alone may read it. It is written before it is mapped: a
 * full disk is an error then, where a write to mapped memory would end the process. A twentieth of
 * the disk stays free, which others may need too.
 *
 * <p>Rows are float32[rows, stride] in native byte order; the stride is that of a {@link RowSlab}.
 * Rows of 16-bit floats are int32[rows, stride] with two values in each as {@link HalfRows} says;
 * their stride is that of as many floats.
 *
 * <p>Safe for use by several threads.
 */
public final class MappedFolder implements RowStorage, ByteStorage {
  private static final int SEGMENT_FLOATS = 1 << 28; // 1 GiB: a mapping has less than 2
  private static final int WRITE_BYTES = 1 << 20;
  private static final int RESERVE = 20; // of so many parts of the disk one stays free
  private static final int ATTEMPTS = 6; // the last one after 3 s
  private static final long WAIT_NANOS = 100_000_000;
  private static final double MIB = 1 << 20;

  private final Path folder;
  private final Runnable makeRoom;
  private final int segmentFloats;

  /**
   * Files of a folder.
   *
   * @param folder made if it is not there
   * @param makeRoom lets go of what nobody needs, and has the JVM end their mappings; called when
   *     the disk is full, before the files are tried again
   */
  public MappedFolder(Path folder, Runnable makeRoom) {
    this(folder, makeRoom, SEGMENT_FLOATS);
  }

  /** The same with mappings of so many floats at most, but for longer rows. */
  MappedFolder(Path folder, Runnable makeRoom, int segmentFloats) {
    this.folder = folder;
    this.makeRoom = makeRoom;
    this.segmentFloats = segmentFloats;
  }

  /**
   * {@inheritDoc} The writer may be called again from the first row on. Throws a {@link
   * MemoryError#GRAPH_NOT_MAPPED} if no file can be written, after seconds if the disk is full.
   */
  @Override
  public DenseRows fill(FeaturePrecision precision, int rows, int dim, Consumer<RowSink> writer) {
    return attempt(
        RowStorage.slabBytes(precision, rows, dim),
        () -> {
          final Optional<HalfRows> format = HalfRows.of(precision);
          return format.isPresent()
              ? write(format.get(), rows, dim, writer)
              : write(rows, dim, writer);
        });
  }

  /** {@inheritDoc} Errors are those of {@link #fill}. */
  @Override
  public FloatBuffer keep(float[] chunk) {
    return attempt(4L * chunk.length, () -> write(chunk));
  }

  /**
   * {@inheritDoc} The writer may be called again from the first part on; errors are those of {@link
   * #fill}. A sink is done with a part when it returns.
   */
  @Override
  public StoredBytes write(long length, Consumer<Consumer<ByteBuffer>> writer) {
    return attempt(length, () -> writeBytes(length, writer));
  }

  /** Makes a file. */
  private interface Attempt<T> {
    T make() throws IOException;
  }

  private <T> T attempt(long bytes, Attempt<T> file) {
    for (int attempt = 1; ; attempt++) {
      try {
        Files.createDirectories(folder);
        requireRoom(bytes);
        return file.make();
      } catch (FailedWrite e) {
        retry(attempt, bytes, e.failure);
      } catch (IOException e) {
        retry(attempt, bytes, e);
      }
    }
  }

  private void requireRoom(long bytes) throws IOException {
    final FileStore disk = Files.getFileStore(folder);
    if (disk.getUsableSpace() - bytes < disk.getTotalSpace() / RESERVE) {
      throw new IOException(
          "%.1f of %.1f MiB are left there, and a twentieth stays free"
              .formatted(disk.getUsableSpace() / MIB, disk.getTotalSpace() / MIB));
    }
  }

  /** Mappings end a while after nobody has them. */
  private void retry(int attempt, long bytes, IOException failure) {
    if (failure instanceof ClosedByInterruptException) {
      throw new GraphemberException(
          SpiError.CANCELLED, "Interrupted while a file of a graph is written.", failure);
    }
    if (failure instanceof FileSystemException || attempt == ATTEMPTS) {
      throw new GraphemberException(
          MemoryError.GRAPH_NOT_MAPPED,
          "%.1f MiB of a graph cannot be written to graphFolder %s: %s; make room there, or choose another folder in GraphemberConfiguration."
              .formatted(bytes / MIB, folder, reason(failure)));
    }
    if (attempt == 1) {
      makeRoom.run();
    }
    LockSupport.parkNanos(WAIT_NANOS << attempt - 1);
  }

  private static @Nullable String reason(IOException failure) {
    if (failure instanceof AccessDeniedException) {
      return "the node may not write there";
    }
    return failure instanceof FileAlreadyExistsException || failure instanceof NotDirectoryException
        ? "it is not a folder"
        : failure.getMessage();
  }

  private DenseRows write(int rows, int dim, Consumer<RowSink> writer) throws IOException {
    final int stride = RowSlab.stride(dim);
    final int segmentBits = segmentBits(stride);
    try (FileChannel file = open();
        Writer sink = new Writer(file, stride)) {
      writer.accept((row, source, offset) -> sink.write(row, source, offset, dim));
      sink.end(rows);
      final FloatBuffer[] segments =
          Arrays.stream(map(file, 4L * stride << segmentBits))
              .map(ByteBuffer::asFloatBuffer)
              .toArray(FloatBuffer[]::new);
      return new MappedRows(rows, dim, stride, segmentBits, segments);
    }
  }

  private DenseRows write(HalfRows format, int rows, int dim, Consumer<RowSink> writer)
      throws IOException {
    final int[] packed = new int[HalfRows.packed(dim)];
    final int stride = RowSlab.stride(packed.length);
    final int segmentBits = segmentBits(stride);
    try (FileChannel file = open();
        Writer sink = new Writer(file, stride)) {
      writer.accept(
          (row, source, offset) -> {
            format.round(source, offset, dim, packed, 0);
            sink.write(row, packed);
          });
      sink.end(rows);
      final IntBuffer[] segments =
          Arrays.stream(map(file, 4L * stride << segmentBits))
              .map(ByteBuffer::asIntBuffer)
              .toArray(IntBuffer[]::new);
      return new MappedHalfRows(format, rows, dim, segmentBits, segments);
    }
  }

  /** Of the rows of a segment the binary logarithm. */
  private int segmentBits(int stride) {
    return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(Math.max(1, segmentFloats / stride));
  }

  private FloatBuffer write(float[] chunk) throws IOException {
    try (FileChannel file = open();
        Writer sink = new Writer(file, chunk.length)) {
      sink.write(0, chunk, 0, chunk.length);
      sink.end(1);
      return map(file, 4L * chunk.length)[0].asFloatBuffer();
    }
  }

  private StoredBytes writeBytes(long length, Consumer<Consumer<ByteBuffer>> writer)
      throws IOException {
    try (FileChannel file = open()) {
      writer.accept(part -> writeFully(file, part));
      if (file.size() != length) {
        throw new IllegalStateException(
            "%d of %d bytes were written".formatted(file.size(), length));
      }
      return length < 2L * Float.BYTES * segmentFloats
          ? mapped(file, 0, length)
          : mapped(file, Long.SIZE - 1 - Long.numberOfLeadingZeros(4L * segmentFloats));
    }
  }

  /** A whole file in segments of a power of two of bytes. */
  static StoredBytes mapped(FileChannel file, int segmentBits) throws IOException {
    final long length = file.size();
    final StoredBytes[] segments = new StoredBytes[SegmentedBytes.count(length, segmentBits)];
    for (int s = 0; s < segments.length; s++) {
      segments[s] =
          mapped(file, (long) s << segmentBits, SegmentedBytes.size(s, length, segmentBits));
    }
    return new SegmentedBytes(segments, segmentBits, length);
  }

  private static MappedBytes mapped(FileChannel file, long from, long bytes) throws IOException {
    return new MappedBytes(file.map(FileChannel.MapMode.READ_ONLY, from, bytes));
  }

  private static void writeFully(FileChannel file, ByteBuffer bytes) {
    try {
      while (bytes.hasRemaining()) {
        file.write(bytes);
      }
    } catch (IOException e) {
      throw new FailedWrite(e);
    }
  }

  @Override
  public long heapBytes(long bytes) {
    return 0;
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
        folder.resolve(UUID.randomUUID() + ".graph"),
        Set.of(
            StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE),
        owner);
  }

  private static ByteBuffer[] map(FileChannel file, long segment) throws IOException {
    final ByteBuffer[] segments = new ByteBuffer[(int) ((file.size() + segment - 1) / segment)];
    for (int s = 0; s < segments.length; s++) {
      final long from = s * segment;
      segments[s] =
          file.map(FileChannel.MapMode.READ_ONLY, from, Math.min(segment, file.size() - from))
              .order(ByteOrder.nativeOrder());
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
  private static final class Writer implements AutoCloseable {
    private final FileChannel file;
    private final int stride;
    private final ByteBuffer bytes;
    private int rows;

    Writer(FileChannel file, int stride) {
      this.file = file;
      this.stride = stride;
      this.bytes = DirectBuffer.allocate(Math.max(WRITE_BYTES, 4 * stride));
    }

    void write(int row, float[] source, int offset, int dim) {
      begin(row);
      bytes.asFloatBuffer().put(source, offset, dim);
      bytes.position(bytes.position() + 4 * stride);
    }

    void write(int row, int[] packed) {
      begin(row);
      bytes.asIntBuffer().put(packed);
      bytes.position(bytes.position() + 4 * stride);
    }

    private void begin(int row) {
      if (row != rows) {
        throw new IllegalArgumentException("row %d came after %d rows".formatted(row, rows));
      }
      rows++;
      if (bytes.remaining() < 4 * stride) {
        flush();
      }
    }

    void end(int expected) {
      if (rows != expected) {
        throw new IllegalStateException("%d of %d rows were written".formatted(rows, expected));
      }
      flush();
    }

    @Override
    public void close() {
      DirectMemory.free(bytes); // nobody else has it
    }

    private void flush() {
      bytes.flip();
      writeFully(file, bytes);
      bytes.clear();
    }
  }
}
