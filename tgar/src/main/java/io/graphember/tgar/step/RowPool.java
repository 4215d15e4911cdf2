// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.step;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * Arrays of a partition that are used again: as many of each length are there as were ever needed
 * at once. Used by one thread.
 */
final class RowPool {
  private final Map<Integer, Deque<float[]>> free = new HashMap<>();
  private long bytes;

  /** Bytes of all arrays, in use or free. */
  long bytes() {
    return bytes;
  }

  /** An array of zeros. */
  float[] take(int length) {
    Deque<float[]> same = free.get(length);
    if (same == null || same.isEmpty()) {
      bytes += 4L * length;
      return new float[length];
    }
    float[] array = same.pop();
    Arrays.fill(array, 0);
    return array;
  }

  /** An array that nothing needs again. */
  void drop(float[] array) {
    bytes -= 4L * array.length;
  }

  /** An array that is not used any more. */
  void give(float[] array) {
    if (array.length > 0) {
      free.computeIfAbsent(array.length, length -> new ArrayDeque<>()).push(array);
    }
  }
}
