// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A direct buffer in native byte order that is used again for every batch and grows when a batch is
 * larger than all before.
 *
 * <p>Used by one thread at a time; what {@link #ofFloats} gave is overwritten or freed by the next
 * call.
 */
public final class DirectBuffer implements AutoCloseable {
  private static final ByteBuffer EMPTY = allocate(0);

  private ByteBuffer buffer = EMPTY;

  /** A new direct buffer of {@code bytes} zeros in native byte order. */
  public static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** A buffer of at least {@code elements} floats or ints; old contents are undefined. */
  public ByteBuffer ofFloats(int elements) {
    int bytes = Math.multiplyExact(elements, 4);
    if (buffer.capacity() < bytes) {
      close(); // before there is another one beside it
      buffer = allocate(capacityFor(bytes));
    }
    return buffer;
  }

  /** Frees the memory; nobody may look at what {@link #ofFloats} gave any more. */
  @Override
  public void close() {
    ByteBuffer before = buffer;
    buffer = EMPTY;
    if (before != EMPTY) {
      DirectMemory.free(before);
    }
  }

  /** A quarter more than is needed, so that slowly growing batches do not allocate each time. */
  static int capacityFor(int bytes) {
    return (int) Math.max(bytes, Math.min(Integer.MAX_VALUE - 8, (long) bytes + (bytes >> 2) + 64));
  }
}
