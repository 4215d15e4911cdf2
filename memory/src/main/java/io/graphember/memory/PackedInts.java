// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.memory.bytes.ByteWriter;
import java.util.Arrays;

/**
 * Whole numbers of 0 or more, each of the same number of bits, in a stretch of {@link StoredBytes}:
 * value i has the bits from {@code i * width} on, the lowest bit first. Any value is one unaligned
 * load, a shift and a mask. {@link AlignedInts} are faster to read and take up to 7 bits more each.
 *
 * <p>Columns that are read together share a stretch of {@link #records}: one value of each makes a
 * record, so that they are found in the same cache line.
 *
 * <p>The last value may be loaded together with up to 7 bytes behind it: a stretch is followed by
 * {@link #PADDING} bytes that may be read. Immutable; safe for any thread.
 */
public final class PackedInts {
  /** Bytes that must follow a stretch. */
  public static final int PADDING = 8;

  /** Bits of the widest value. */
  public static final int MAX_WIDTH = 31;

  private final StoredBytes bytes;
  private final long start;
  private final int size;
  private final int width;
  private final int stride; // bits from one value to the next
  private final int shift; // bits before the first one
  private final long mask;

  /**
   * Values in bytes that are there already; nothing is copied.
   *
   * @param bytes holds the values from {@code start} on
   * @param start index of the first byte
   * @param size number of values
   * @param width bits of a value, 1 to {@link #MAX_WIDTH}
   */
  public PackedInts(StoredBytes bytes, long start, int size, int width) {
    this(bytes, start, size, width, width, 0);
  }

  private PackedInts(StoredBytes bytes, long start, int size, int width, int stride, int shift) {
    if (width < 1
        || width > MAX_WIDTH
        || size < 0
        || start < 0
        || start + bytes(size, stride) + PADDING > bytes.length()) {
      throw new IllegalArgumentException(
          "no room for %d values of %d bits from byte %d of %d"
              .formatted(size, width, start, bytes.length()));
    }
    this.bytes = bytes;
    this.start = start;
    this.size = size;
    this.width = width;
    this.stride = stride;
    this.shift = shift;
    this.mask = (1L << width) - 1;
  }

  /**
   * Columns that share a stretch.
   *
   * @param bytes holds the records from {@code start} on
   * @param start index of the first byte
   * @param size number of records
   * @param widths bits of a value of each column, in the order in which they stand in a record
   */
  public static PackedInts[] records(StoredBytes bytes, long start, int size, int... widths) {
    final int stride = Arrays.stream(widths).sum();
    PackedInts[] columns = new PackedInts[widths.length];
    int shift = 0;
    for (int c = 0; c < widths.length; c++) {
      columns[c] = new PackedInts(bytes, start, size, widths[c], stride, shift);
      shift += widths[c];
    }
    return columns;
  }

  /** Bytes of a stretch, without padding. */
  public static long bytes(long size, int width) {
    return (size * width + 7) >>> 3;
  }

  /**
   * Bits that hold every value of {@code 0 .. largest}: at least one, so that no column is longer
   * than its bytes allow.
   */
  public static int width(int largest) {
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(largest));
  }

  /**
   * Writes the columns of {@link #records}; {@link #PADDING} bytes must follow in the end.
   *
   * @param columns values of each, at most {@code widths[column]} bits
   */
  public static void write(int[][] columns, int[] widths, ByteWriter out) {
    long rest = 0; // bits that are not written yet
    int restBits = 0;
    for (int i = 0; i < columns[0].length; i++) {
      for (int c = 0; c < columns.length; c++) {
        rest |= (long) columns[c][i] << restBits;
        restBits += widths[c];
        if (restBits >= Integer.SIZE) {
          out.putInt((int) rest);
          rest >>>= Integer.SIZE;
          restBits -= Integer.SIZE;
        }
      }
    }
    for (; restBits > 0; restBits -= Byte.SIZE) {
      out.put((byte) rest);
      rest >>>= Byte.SIZE;
    }
  }

  /** Number of values. */
  public int size() {
    return size;
  }

  /** Bits of a value. */
  public int width() {
    return width;
  }

  /**
   * The value at an index.
   *
   * @param index {@code 0 .. size() - 1}; another one gives any number, or an exception
   */
  public int get(int index) {
    long bit = (long) index * stride + shift;
    return (int) (bytes.longAt(start + (bit >>> 3)) >>> (bit & 7) & mask);
  }

  /**
   * All bits of a record, those of its first column lowest, and others above them.
   *
   * @param index {@code 0 .. size() - 1} of records of up to 57 bits
   */
  public long record(int index) {
    long bit = (long) index * stride;
    return bytes.longAt(start + (bit >>> 3)) >>> (bit & 7);
  }

  /** All values. */
  public int[] toArray() {
    int[] values = new int[size];
    for (int i = 0; i < size; i++) {
      values[i] = get(i);
    }
    return values;
  }
}
