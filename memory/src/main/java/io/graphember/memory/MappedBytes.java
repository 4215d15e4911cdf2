// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Bytes of a mapped file: outside the heap, in memory as far as the machine has room for them. The
 * JVM ends the mapping when nobody has them any more.
 */
final class MappedBytes extends StoredBytes {
  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final ByteBuffer bytes;

  /** Bytes of a buffer from its first to its last, whatever its position is. */
  MappedBytes(ByteBuffer bytes) {
    this.bytes = bytes;
  }

  @Override
  public long length() {
    return bytes.limit();
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
