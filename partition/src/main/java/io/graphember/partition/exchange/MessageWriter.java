// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import io.graphember.graph.GraphError;
import io.graphember.spi.error.GraphemberException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a message of one shard to others: bytes, and numbers of 7 bits a byte, the low ones first,
 * bit 7 set if more follow. Shards are of one version, so messages have none.
 *
 * <p>Used by one thread at a time; may be used again after {@link #toBytes()}.
 */
public final class MessageWriter {
  /** A message is there so many times when it is written: bytes grow twofold, and are copied. */
  public static final int COPIES = 3;

  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;
  private static final int MOST_NUMBER_BYTES = 10;

  private byte[] bytes = new byte[256];
  private int size;

  /** Appends a byte. */
  public void put(int value) {
    if (size == bytes.length) {
      grow(1);
    }
    bytes[size++] = (byte) value;
  }

  /** Appends a number; all 64 bits count, small ones are short. */
  public void number(long value) {
    if (bytes.length - size < MOST_NUMBER_BYTES) {
      grow(MOST_NUMBER_BYTES);
    }
    final byte[] to = bytes;
    int at = size;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      to[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    to[at++] = (byte) rest;
    size = at;
  }

  /** Appends the 32 bits of a number, low byte first. */
  public void bits(float value) {
    final int bits = Float.floatToRawIntBits(value);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      put(bits >>> shift);
    }
  }

  /** Appends bytes. */
  public void bytes(byte[] more) {
    if (bytes.length - size < more.length) {
      grow(more.length);
    }
    System.arraycopy(more, 0, bytes, size, more.length);
    size += more.length;
  }

  /** Appends a text: its bytes of UTF-8 after their number. */
  public void text(String text) {
    final byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    bytes(utf8);
  }

  /** Appends what another writer has; it is empty afterwards. */
  public void append(MessageWriter other) {
    if (bytes.length - size < other.size) {
      grow(other.size);
    }
    System.arraycopy(other.bytes, 0, bytes, size, other.size);
    size += other.size;
    other.size = 0;
  }

  private void grow(int more) {
    final long least = (long) size + more;
    if (least > MOST_BYTES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "A node would tell another %d bytes of the graph at once; up to %d: use more storage nodes."
              .formatted(least, MOST_BYTES));
    }
    bytes = Arrays.copyOf(bytes, (int) Math.max(least, Math.min(2L * bytes.length, MOST_BYTES)));
  }

  /** Bytes so far. */
  public int size() {
    return size;
  }

  /** The message; the writer is empty afterwards. */
  public byte[] toBytes() {
    byte[] message = Arrays.copyOf(bytes, size);
    size = 0;
    return message;
  }
}
