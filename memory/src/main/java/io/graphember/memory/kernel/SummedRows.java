// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

/**
 * Weighted sums of rows of a matrix that lies in segments, see {@link
 * io.graphember.memory.RowSlab}. Both twins add in the same order and round every product and every
 * sum, so they give the same bits. Stateless; any thread.
 */
public interface SummedRows {
  /** The faster twin that this JVM can run. */
  SummedRows BEST = VectorModule.choose(SummedRows.class, PlainSummedRows::new);

  /**
   * Adds rows up in the order in which they are named; O((to - from) dim).
   *
   * @param rows names of rows; {@code from .. to - 1} count, one or more
   * @param weights factor of each, or null for 1
   * @param target receives {@code dim} floats from {@code at} on
   */
  void sum(
      SegmentedRows matrix, int[] rows, float[] weights, int from, int to, float[] target, int at);
}
