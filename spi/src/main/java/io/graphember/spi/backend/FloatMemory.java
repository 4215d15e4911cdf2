// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/**
 * Direct buffers of floats in native byte order, whatever order a buffer is set to, and rows of
 * them.
 */
final class FloatMemory {
  private FloatMemory() {}

  /** The floats of a buffer. */
  static FloatBuffer view(ByteBuffer buffer) {
    return buffer.duplicate().order(ByteOrder.nativeOrder()).asFloatBuffer();
  }

  /** True if so many rows fit a buffer. */
  static boolean takes(int rows, int columns) {
    return (long) Float.BYTES * rows * columns <= Integer.MAX_VALUE;
  }

  /** That buffer, or a longer one with a quarter to spare for the larger batch that may come. */
  static ByteBuffer room(ByteBuffer buffer, int rows, int columns) {
    final long bytes = (long) Float.BYTES * rows * columns;
    if (buffer.capacity() >= bytes) {
      return buffer;
    }
    final long capacity = Math.min(bytes + bytes / 4, Integer.MAX_VALUE);
    return ByteBuffer.allocateDirect((int) capacity).order(ByteOrder.nativeOrder());
  }

  /**
   * {@code sum += factor * term}, whole arrays: a loop over parts of two arrays, each from a place
   * of its own on, is not compiled to vectors, and takes three times as long.
   */
  static void add(float factor, float[] term, float[] sum) {
    for (int j = 0; j < sum.length; j++) {
      sum[j] += factor * term[j];
    }
  }
}
