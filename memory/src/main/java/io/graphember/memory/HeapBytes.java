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
    @Override
    public StoredBytes write(int length, Consumer<Consumer<ByteBuffer>> writer) {
      final List<ByteBuffer> parts = new ArrayList<>();
      writer.accept(parts::add);
      final long written = parts.stream().mapToLong(ByteBuffer::remaining).sum();
      if (written != length) {
        throw new IllegalStateException("%d of %d bytes were written".formatted(written, length));
      }
      final ByteBuffer joined = ByteBuffer.allocate(length);
      parts.forEach(joined::put);
      return new HeapBytes(joined.array());
    }

    @Override
    public long heapBytes(long bytes) {
      return bytes;
    }
  }

  @Override
  public int length() {
    return bytes.length;
  }

  @Override
  public int intAt(int position) {
    return (int) INTS.get(bytes, position);
  }

  @Override
  public long longAt(int position) {
    return (long) LONGS.get(bytes, position);
  }
}
