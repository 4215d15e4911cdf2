// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.spi.CsrRows;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/** A {@code rows x dim} matrix of floats whose rows can be read and added up. */
public interface RowMatrix {
  /** Number of rows. */
  int rows();

  /** Floats of a row. */
  int dim();

  /**
   * Copies one row out.
   *
   * @param row {@code 0 .. rows() - 1}
   * @param target receives {@code dim} floats from {@code offset} on
   */
  void read(int row, float[] target, int offset);

  /**
   * Adds rows up in the order in which they are named. O((to - from) dim).
   *
   * @param names rows, each {@code 0 .. rows() - 1}; {@code from .. to - 1} count, one or more
   * @param weights factor of each, or null for 1
   * @param target receives {@code dim} floats from {@code at} on
   */
  void sum(int[] names, float @Nullable [] weights, int from, int to, float[] target, int at);

  /**
   * Copies one row out.
   *
   * @param row {@code 0 .. rows() - 1}
   * @param target receives {@code dim} floats from {@code offset} on
   */
  default void read(int row, FloatBuffer target, int offset) {
    float[] values = new float[dim()];
    read(row, values, 0);
    target.put(offset, values);
  }

  /**
   * Adds what is not zero of a row to sparse rows, as their next one. O(dim), or O(entries) where
   * rows are kept sparse.
   *
   * @param row {@code 0 .. rows() - 1}
   * @param target has rows of {@code dim} floats or more
   */
  default void append(int row, CsrRows.Builder target) {
    float[] values = new float[dim()];
    read(row, values, 0);
    for (int j = 0; j < values.length; j++) {
      if (values[j] != 0) {
        target.add(j, values[j]);
      }
    }
    target.endRow();
  }
}
