// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Whole numbers of 0 or more, each of the same number of whole bytes, little-endian, in a stretch
 * of a {@code byte[]}: as fast to read as an {@code int[]} of the same values, and smaller.
 *
 * <p>Two values that follow each other are one load, {@link #pairAt}. A loop over a run of values
 * is
 *
 * <pre>
 * int last = column.position(to) - column.width();
 * int at = column.position(from);
 * for (; at &lt; last; at += 2 * column.width()) {
 *   long pair = column.pairAt(at);
 *   take((int) pair);
 *   take((int) (pair &gt;&gt;&gt; 32));
 * }
 * if (at == last) {
 *   take((int) column.pairAt(at));
 * }
 * </pre>
 *
 * <p>The last value may be loaded together with up to 7 bytes behind it: a stretch is followed by
 * {@link PackedInts#PADDING} bytes that may be read. Immutable; safe for any thread.
 */
public final class AlignedInts {
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] bytes;
  private final int start;
  private final int size;
  private final int width;
  private final int mask;
  private final long pairMask;
  private final int pairShift;

  /**
   * Values in bytes that are there already; nothing is copied.
   *
   * @param bytes holds the values from {@code start} on
   * @param start index of the first byte
   * @param size number of values
   * @param width bytes of a value, 1 to 4
   */
  public AlignedInts(byte[] bytes, int start, int size, int width) {
    if (width < 1
        || width > Integer.BYTES
        || size < 0
        || start < 0
        || start + (long) size * width + PackedInts.PADDING > bytes.length) {
      throw new IllegalArgumentException(
          "no room for %d values of %d bytes from byte %d of %d"
              .formatted(size, width, start, bytes.length));
    }
    this.bytes = bytes;
    this.start = start;
    this.size = size;
    this.width = width;
    this.mask = width == Integer.BYTES ? -1 : (1 << 8 * width) - 1;
    this.pairMask = mask & 0xFFFFFFFFL;
    this.pairShift = Byte.SIZE * width;
  }

  /** Bytes that hold every value of {@code 0 .. largest}, at least one. */
  public static int width(int largest) {
    return (PackedInts.width(largest) + 7) / 8;
  }

  /**
   * Writes values; {@link PackedInts#PADDING} bytes behind them may be written with zeros.
   *
   * @param values each of at most {@code width} bytes
   */
  public static void write(int[] values, int width, byte[] bytes, int start) {
    for (int i = 0; i < values.length; i++) {
      INTS.set(bytes, start + i * width, values[i]);
    }
  }

  /** Number of values. */
  public int size() {
    return size;
  }

  /** Bytes of a value. */
  public int width() {
    return width;
  }

  /**
   * The value at an index.
   *
   * @param index {@code 0 .. size() - 1}; another one gives any number, or an exception
   */
  public int get(int index) {
    return (int) INTS.get(bytes, start + index * width) & mask;
  }

  /** Where the value at an index begins; the next one begins {@link #width()} behind it. */
  public int position(int index) {
    return start + index * width;
  }

  /**
   * The value at a {@link #position} in the low 32 bits, the next one, or whatever follows, in the
   * high ones.
   */
  public long pairAt(int position) {
    final long word = (long) LONGS.get(bytes, position);
    return word & pairMask | (word >>> pairShift & pairMask) << 32;
  }

  /**
   * Replaces indices by the values at them.
   *
   * @param indices each in {@code 0 .. size() - 1}
   * @param count how many indices count
   */
  public void gather(int[] indices, int count) {
    final byte[] bytes = this.bytes;
    final int start = this.start;
    final int width = this.width;
    final int mask = this.mask;
    for (int i = 0; i < count; i++) {
      indices[i] = (int) INTS.get(bytes, start + indices[i] * width) & mask;
    }
  }

  /** Copies the values {@code from .. to - 1} to a target from {@code at} on. */
  public void copy(int from, int to, int[] target, int at) {
    final int last = at + to - from - 1;
    int position = position(from);
    int i = at;
    for (; i < last; i += 2, position += 2 * width) {
      final long pair = pairAt(position);
      target[i] = (int) pair;
      target[i + 1] = (int) (pair >>> 32);
    }
    if (i == last) {
      target[i] = (int) pairAt(position);
    }
  }
}
