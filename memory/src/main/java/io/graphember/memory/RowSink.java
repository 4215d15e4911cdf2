// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

/** Takes rows of floats. */
@FunctionalInterface
public interface RowSink {
  /**
   * Copies one row in.
   *
   * @param row {@code 0 .. rows() - 1}
   * @param source holds {@code dim} floats from {@code offset} on
   */
  void write(int row, float[] source, int offset);
}
