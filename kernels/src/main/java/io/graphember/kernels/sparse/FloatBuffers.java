// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.sparse;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Direct buffers of floats in native byte order, whatever order a buffer is set to. */
final class FloatBuffers {
  private FloatBuffers() {}

  /** The floats of a buffer. */
  static FloatBuffer view(ByteBuffer buffer) {
    return buffer.duplicate().order(ByteOrder.nativeOrder()).asFloatBuffer();
  }

  /**
   * That buffer, or a longer one with a quarter to spare for the larger batch that may come.
   *
   * @param floats at most 2^29 - 1
   */
  static ByteBuffer room(ByteBuffer buffer, long floats) {
    final long bytes = Float.BYTES * floats;
    if (buffer.capacity() >= bytes) {
      return buffer;
    }
    final long capacity = Math.min(bytes + bytes / 4, Integer.MAX_VALUE);
    return ByteBuffer.allocateDirect((int) capacity).order(ByteOrder.nativeOrder());
  }
}
