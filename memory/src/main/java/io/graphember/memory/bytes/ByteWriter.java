// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.bytes;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Appends numbers, little-endian, to chunks of one size, so that there is no limit but memory. Room
 * for a head is left before the first. Used by one thread.
 */
public final class ByteWriter {
  private static final int FIRST_BYTES = 1 << 10;

  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int chunkBytes;
  private final int headBytes;
  private final List<byte[]> full = new ArrayList<>();
  private byte[] chunk; // shorter than a whole one while it is the first
  private int at;

  /**
   * A writer that has written nothing.
   *
   * @param chunkBytes bytes of a chunk
   * @param headBytes bytes that are left free before what is written, fewer than a chunk has
   */
  public ByteWriter(int chunkBytes, int headBytes) {
    this.chunkBytes = chunkBytes;
    this.headBytes = headBytes;
    chunk = new byte[Math.min(chunkBytes, Math.max(FIRST_BYTES, headBytes))];
    at = headBytes;
  }

  /** True if so many bytes have room in the chunk. */
  private boolean fits(int bytes) {
    if (at + bytes > chunk.length && chunk.length < chunkBytes) {
      final long longer = Math.max(2L * chunk.length, at + bytes);
      chunk = Arrays.copyOf(chunk, (int) Math.min(chunkBytes, longer));
    }
    return at + bytes <= chunk.length;
  }

  /** Appends a byte. */
  public void put(byte value) {
    if (!fits(1)) {
      full.add(chunk);
      chunk = new byte[chunkBytes];
      at = 0;
    }
    chunk[at++] = value;
  }

  /** Appends 32 bits. */
  public void putInt(int value) {
    put(value, Integer.BYTES);
  }

  /** Appends 64 bits. */
  public void putLong(long value) {
    if (fits(Long.BYTES)) {
      LONGS.set(chunk, at, value);
      at += Long.BYTES;
    } else {
      putInt((int) value);
      putInt((int) (value >>> Integer.SIZE));
    }
  }

  /**
   * Appends the low bytes of a number.
   *
   * @param width how many, 1 to 4
   */
  public void put(int value, int width) {
    if (fits(Integer.BYTES)) {
      INTS.set(chunk, at, value); // what is too much is overwritten, or stays zero
      at += width;
      return;
    }
    for (int i = 0; i < width; i++) {
      put((byte) (value >>> Byte.SIZE * i));
    }
  }

  /** Appends bytes. */
  public void put(byte[] values) {
    for (int done = 0; done < values.length; ) {
      put(values[done++]); // begins a chunk where one is full
      final int more = Math.min(values.length - done, chunk.length - at);
      System.arraycopy(values, done, chunk, at, more);
      at += more;
      done += more;
    }
  }

  /** Appends 32 bits each. */
  public void put(int[] values) {
    for (int value : values) {
      putInt(value);
    }
  }

  /** Appends 64 bits each. */
  public void put(long[] values) {
    for (long value : values) {
      putLong(value);
    }
  }

  /** Appends 32 bits each. */
  public void put(float[] values) {
    for (float value : values) {
      putInt(Float.floatToRawIntBits(value));
    }
  }

  /** Bytes that were written, without the head. */
  public long size() {
    return (long) chunkBytes * full.size() + at - headBytes;
  }

  /** All chunks, the last as long as it was filled; the first begins with the head, zeros. */
  public List<byte[]> chunks() {
    final List<byte[]> chunks = new ArrayList<>(full);
    chunks.add(Arrays.copyOf(chunk, at));
    return chunks;
  }

  /**
   * What was written, where it fits an array.
   *
   * @throws ArithmeticException above 2 GiB
   */
  public byte[] toBytes() {
    final byte[] bytes = new byte[Math.toIntExact(size())];
    int to = 0;
    int from = headBytes;
    for (byte[] part : chunks()) {
      System.arraycopy(part, from, bytes, to, part.length - from);
      to += part.length - from;
      from = 0;
    }
    return bytes;
  }
}
