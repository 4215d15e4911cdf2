// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.bytes;

import java.util.Arrays;

/** Appends numbers of any width to a growing {@code byte[]}, the lowest bit first. */
public final class BitWriter {
  private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

  private byte[] bytes = new byte[1024];
  private int size; // whole bytes
  private long rest; // bits that fill no byte yet
  private int restBits;

  /**
   * Appends a number.
   *
   * @param value of at most {@code width} bits
   * @param width 0 to 31
   */
  public void put(int value, int width) {
    rest |= (long) value << restBits;
    restBits += width;
    while (restBits >= Byte.SIZE) {
      append();
    }
  }

  /** Fills up the byte that was begun, with zeros. */
  public void align() {
    if (restBits > 0) {
      append();
      restBits = 0;
    }
  }

  private void append() {
    if (size == bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(MOST_BYTES, size + size / 2L));
    }
    bytes[size++] = (byte) rest;
    rest >>>= Byte.SIZE;
    restBits -= Byte.SIZE;
  }

  /** Whole bytes so far. */
  public int size() {
    return size;
  }

  /** The whole bytes. */
  public byte[] toBytes() {
    return Arrays.copyOf(bytes, size);
  }
}
