// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** Gives rows of floats, piece by piece. Any thread. */
@FunctionalInterface
interface RowSource {
  /**
   * Writes rows one below the other.
   *
   * @param first number of the first row
   * @param rows how many
   * @param target receives them; what is between two rows stays
   * @param begin of the first row in it
   * @param stride floats from the first of a row to that of the next
   */
  void load(int first, int rows, float[] target, int begin, int stride);

  /** The rows of a buffer. */
  static RowSource of(ByteBuffer buffer, int columns) {
    FloatBuffer values = FloatMemory.view(buffer);
    return (first, rows, target, begin, stride) -> {
      if (stride == columns) {
        values.get(first * columns, target, begin, rows * columns);
        return;
      }
      for (int i = 0; i < rows; i++) {
        values.get((first + i) * columns, target, begin + i * stride, columns);
      }
    };
  }

  /** The same rows; what is loaded is written to a buffer too. */
  default RowSource keptIn(ByteBuffer buffer, int columns) {
    FloatBuffer values = FloatMemory.view(buffer);
    return (first, rows, target, begin, stride) -> {
      load(first, rows, target, begin, stride);
      for (int i = 0; i < rows; i++) {
        values.put((first + i) * columns, target, begin + i * stride, columns);
      }
    };
  }
}
