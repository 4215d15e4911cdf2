// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

/** A {@code rows x dim} matrix of floats whose rows can be added up. */
public interface SummableRows {
  /** Number of rows. */
  int rows();

  /** Floats of a row. */
  int dim();

  /**
   * Adds rows up in the order in which they are named. O((to - from) dim).
   *
   * @param names rows, each {@code 0 .. rows() - 1}; {@code from .. to - 1} count, one or more
   * @param weights factor of each, or null for 1
   * @param target receives {@code dim} floats from {@code at} on
   */
  void sum(int[] names, float[] weights, int from, int to, float[] target, int at);
}
