// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.backend;

/** Takes rows of floats, piece by piece. Any thread. */
@FunctionalInterface
interface RowTarget {
  /**
   * Takes rows.
   *
   * @param first number of the first row
   * @param rows how many
   * @param values the rows, one below the other
   * @param stride floats from the first of a row to that of the next
   */
  void store(int first, int rows, float[] values, int stride);
}
