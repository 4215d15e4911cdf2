// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/** Gives rows of floats, piece by piece. Any thread. */
@FunctionalInterface
interface RowSource {
  /**
   * Writes rows one after the other.
   *
   * @param first number of the first row
   * @param rows how many
   * @param target receives them from its beginning on
   * @param stride floats from the first of a row to that of the next; what is between two rows
   *     stays
   */
  void load(int first, int rows, float[] target, int stride);

  /** The rows of a buffer. */
  static RowSource of(ByteBuffer buffer, int columns) {
    FloatBuffer values = FloatMemory.view(buffer);
    return (first, rows, target, stride) -> {
      for (int i = 0; i < rows; i++) {
        values.get((first + i) * columns, target, i * stride, columns);
      }
    };
  }
}
