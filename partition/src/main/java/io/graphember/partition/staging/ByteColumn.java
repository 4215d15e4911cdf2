// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import java.util.Arrays;

/** A growing {@code byte[]}. Used by one thread at a time. */
final class ByteColumn {
  private byte[] values = new byte[1024];
  private int size;

  void add(byte value) {
    if (size == values.length) {
      values = Arrays.copyOf(values, 2 * size);
    }
    values[size++] = value;
  }

  byte get(int index) {
    return values[index];
  }

  void set(int index, byte value) {
    values[index] = value;
  }

  int size() {
    return size;
  }
}
