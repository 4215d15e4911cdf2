// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.bytes;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;

/**
 * Reads numbers, little-endian, out of bytes that come in parts: as many as there is memory for.
 * All methods throw a {@link BufferUnderflowException} behind the last byte. Used by one thread.
 */
public final class ByteReader {
  private final Iterator<ByteBuffer> parts;
  private ByteBuffer part = ByteBuffer.allocate(0);
  private long remaining;

  /**
   * Reads parts, one after the other.
   *
   * @param parts from their positions to their limits; their positions change
   */
  public ByteReader(List<ByteBuffer> parts) {
    this.parts = parts.iterator();
    remaining = parts.stream().mapToLong(ByteBuffer::remaining).sum();
  }

  /** Reads an array. */
  public static ByteReader of(byte[] bytes) {
    return new ByteReader(List.of(ByteBuffer.wrap(bytes)));
  }

  /** Bytes that are left. */
  public long remaining() {
    return remaining;
  }

  /** True if so many bytes are left in this part; goes to the next one if this is at its end. */
  private boolean has(int bytes) {
    if (remaining < bytes) {
      throw new BufferUnderflowException();
    }
    while (!part.hasRemaining() && parts.hasNext()) {
      part = parts.next().order(ByteOrder.LITTLE_ENDIAN);
    }
    return part.remaining() >= bytes;
  }

  /** The next byte. */
  public byte get() {
    has(1);
    remaining--;
    return part.get();
  }

  /** The next 32 bits. */
  public int getInt() {
    if (has(Integer.BYTES)) {
      remaining -= Integer.BYTES;
      return part.getInt();
    }
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      value |= (get() & 0xFF) << shift;
    }
    return value;
  }

  /** The next 64 bits. */
  public long getLong() {
    if (has(Long.BYTES)) {
      remaining -= Long.BYTES;
      return part.getLong();
    }
    return getInt() & 0xFFFFFFFFL | (long) getInt() << Integer.SIZE;
  }

  /** The next bytes. */
  public void get(byte[] target) {
    get(target, 0, target.length);
  }

  /** The next bytes, as a part of an array. */
  public void get(byte[] target, int offset, int length) {
    if (remaining < length) {
      throw new BufferUnderflowException();
    }
    for (int done = 0; done < length; ) {
      has(1);
      final int some = Math.min(length - done, part.remaining());
      part.get(target, offset + done, some);
      remaining -= some;
      done += some;
    }
  }

  /** The next numbers of 32 bits. */
  public void get(int[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] = getInt();
    }
  }

  /** The next numbers of 64 bits. */
  public void get(long[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] = getLong();
    }
  }

  /** The next numbers of 32 bits. */
  public void get(float[] target) {
    for (int i = 0; i < target.length; i++) {
      target[i] = Float.intBitsToFloat(getInt());
    }
  }

  /**
   * All bytes that are left, where they fit an array.
   *
   * @throws ArithmeticException above 2 GiB
   */
  public byte[] toBytes() {
    final byte[] bytes = new byte[Math.toIntExact(remaining)];
    get(bytes);
    return bytes;
  }
}
