// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Bytes in an array. */
final class HeapBytes extends StoredBytes {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;

  HeapBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Keeps bytes in arrays; none is allocated for a length that the parts do not have. */
  static final class Storage implements ByteStorage {
    private static final int SEGMENT_BITS = 30;

    private final int segmentBits;
    private final long most; // of one array

    Storage() {
      this(SEGMENT_BITS, Integer.MAX_VALUE - 8);
    }

    /** With arrays of so many bytes at most, and segments of a power of two of more. */
    Storage(int segmentBits, long most) {
      this.segmentBits = segmentBits;
      this.most = most;
    }

    @Override
    public StoredBytes write(long length, Consumer<Consumer<ByteBuffer>> writer) {
      final List<ByteBuffer> parts = new ArrayList<>();
      writer.accept(parts::add);
      final long written = parts.stream().mapToLong(ByteBuffer::remaining).sum();
      if (written != length) {
        throw new IllegalStateException("%d of %d bytes were written".formatted(written, length));
      }
      if (length > most) {
        return SegmentedBytes.copied(parts, segmentBits, length);
      }
      final ByteBuffer joined = ByteBuffer.allocate((int) length);
      parts.forEach(joined::put);
      return new HeapBytes(joined.array());
    }

    @Override
    public long heapBytes(long bytes) {
      return bytes;
    }
  }

  @Override
  public long length() {
    return bytes.length;
  }

  @Override
  public int intAt(long position) {
    return (int) INTS.get(bytes, (int) position);
  }

  @Override
  public long longAt(long position) {
    return (long) LONGS.get(bytes, (int) position);
  }
}
