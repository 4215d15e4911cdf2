// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

import org.jspecify.annotations.Nullable;

/**
 * Weighted sums of rows of a matrix: {@code y = sum_i f_i x_i}, as an aggregator adds up the rows
 * of neighbours. Both twins add in the same order and round every product and every sum, so they
 * give the same bits. Stateless; any thread.
 */
public interface SegmentSum {
  /** The faster twin that this JVM can run. */
  SegmentSum BEST = Simd.choose(SegmentSum.class, ScalarSegmentSum::new);

  /**
   * Adds rows up in the order in which they are named; O((to - from) dim).
   *
   * @param rows names of rows; {@code from .. to - 1} count, one or more
   * @param weights factor of each, or null for 1
   * @param target receives {@code dim} floats from {@code at} on
   */
  void sum(
      SegmentedMatrix matrix,
      int[] rows,
      float @Nullable [] weights,
      int from,
      int to,
      float[] target,
      int at);
}
