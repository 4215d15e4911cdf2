// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A direct buffer in native byte order that is used again for every batch and grows when a batch is
 * larger than all before.
 *
 * <p>Used by one thread at a time; what {@link #ofFloats} gave is overwritten after the next call.
 */
public final class DirectBuffer {
  private ByteBuffer buffer = allocate(0);

  /** A new direct buffer of {@code bytes} zeros in native byte order. */
  public static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  /** A buffer of at least {@code elements} floats or ints; old contents are undefined. */
  public ByteBuffer ofFloats(int elements) {
    int bytes = Math.multiplyExact(elements, 4);
    if (buffer.capacity() < bytes) {
      buffer = allocate(capacityFor(bytes));
    }
    return buffer;
  }

  /** A quarter more than is needed, so that slowly growing batches do not allocate each time. */
  static int capacityFor(int bytes) {
    return (int) Math.max(bytes, Math.min(Integer.MAX_VALUE - 8, (long) bytes + (bytes >> 2) + 64));
  }
}
