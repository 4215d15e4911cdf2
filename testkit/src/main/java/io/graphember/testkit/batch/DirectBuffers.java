// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.batch;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Direct buffers in native byte order, the form in which data crosses the backend boundary. */
public final class DirectBuffers {
  private DirectBuffers() {}

  /** A buffer of that many 4-byte elements, all zero. */
  public static ByteBuffer zeros(int elements) {
    return ByteBuffer.allocateDirect(4 * elements).order(ByteOrder.nativeOrder());
  }

  /** A buffer that holds these floats. */
  public static ByteBuffer ofFloats(float... values) {
    ByteBuffer buffer = zeros(values.length);
    buffer.asFloatBuffer().put(values);
    return buffer;
  }

  /** A buffer that holds these ints. */
  public static ByteBuffer ofInts(int... values) {
    ByteBuffer buffer = zeros(values.length);
    buffer.asIntBuffer().put(values);
    return buffer;
  }

  /** A copy of a whole buffer. */
  public static ByteBuffer copyOf(ByteBuffer source) {
    ByteBuffer copy = zeros(source.capacity() / 4);
    copy.put(0, source, 0, source.capacity());
    return copy;
  }

  /** All floats of a buffer, from its index 0. */
  public static float[] floats(ByteBuffer buffer) {
    float[] values = new float[buffer.capacity() / 4];
    for (int i = 0; i < values.length; i++) {
      values[i] = buffer.getFloat(4 * i);
    }
    return values;
  }
}
