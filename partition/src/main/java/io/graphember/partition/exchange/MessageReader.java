// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import io.graphember.graph.GraphError;
import io.graphember.spi.error.GraphemberException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what {@link MessageWriter} wrote; every number is checked before it is used. Used by one
 * thread at a time.
 */
public final class MessageReader {
  private final byte[] bytes;
  private int next;

  /** Reads a message from its beginning. */
  public MessageReader(byte[] bytes) {
    this.bytes = bytes;
  }

  /** True if nothing is left. */
  public boolean atEnd() {
    return next == bytes.length;
  }

  /** The next byte, 0 to 255. */
  public int get() {
    if (next == bytes.length) {
      throw malformed("it ends too early");
    }
    return bytes[next++] & 0xFF;
  }

  /** The next number. */
  public long number() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int part = get();
      value |= (long) (part & 0x7F) << shift;
      if (part < 0x80) {
        return value;
      }
    }
    throw malformed("a number has no end");
  }

  /** The next 32 bits as a number. */
  public float bits() {
    int bits = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      bits |= get() << shift;
    }
    return Float.intBitsToFloat(bits);
  }

  /**
   * The next number as an index.
   *
   * @param bound the index is less than this
   */
  public int index(long bound) {
    return index(number(), bound);
  }

  /**
   * The next number as a place among more than an array has.
   *
   * @param bound the place is less than this
   */
  public long place(long bound) {
    return requireBelow(number(), bound);
  }

  /** The next number, which is not negative. */
  public long size() {
    final long value = number();
    if (value < 0) {
      throw malformed("a size is " + value);
    }
    return value;
  }

  /** Adds the next numbers, which are not negative, to sums: one to each. */
  public void addTo(long[] sums) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += size();
      if (sums[i] < 0) {
        throw malformed("a sum is " + sums[i]);
      }
    }
  }

  /**
   * A number that came, as an index.
   *
   * @param bound the index is less than this
   */
  public static int index(long value, long bound) {
    return (int) requireBelow(value, bound);
  }

  private static long requireBelow(long value, long bound) {
    if (value < 0 || value >= bound) {
      throw malformed("a number is " + value + ", there are " + bound);
    }
    return value;
  }

  /**
   * The next bytes.
   *
   * @param count how many; there must be as many
   */
  public byte[] bytes(int count) {
    if (count > bytes.length - next) {
      throw malformed("it announces %d bytes and has %d".formatted(count, bytes.length - next));
    }
    next += count;
    return Arrays.copyOfRange(bytes, next - count, next);
  }

  /** A text. */
  public String text() {
    return new String(bytes(index(Integer.MAX_VALUE)), StandardCharsets.UTF_8);
  }

  /** All bytes that are left. */
  public byte[] rest() {
    return bytes(bytes.length - next);
  }

  /** The number of entries that follow, each of a byte at least. */
  public int count() {
    final int count = index(Integer.MAX_VALUE);
    if (count > bytes.length - next) {
      throw malformed("it announces " + count + " entries in " + (bytes.length - next) + " bytes");
    }
    return count;
  }

  /** The number of entries that follow, where it is known how many there must be. */
  public int count(int expected) {
    final int count = count();
    if (count != expected) {
      throw malformed("it announces %d entries, not %d".formatted(count, expected));
    }
    return count;
  }

  /** Refuses a message. */
  public static GraphemberException malformed(String why) {
    return new GraphemberException(
        GraphError.SHARD_MALFORMED, "A message between shards of a graph is damaged: " + why + ".");
  }
}
