// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

/**
 * Rows of floats that lie in segments: the weights of a row, {@code dim} of them, and behind them
 * its slots, {@code dim} each.
 *
 * @param segments rows one after the other; kernels are given rows of allocated segments only
 * @param segmentBits a segment has {@code 1 << segmentBits} rows, the last one may have fewer
 * @param first index of a segment's first row
 * @param stride floats from one row to the next
 * @param dim weights of a row
 */
public record SegmentedRows(float[][] segments, int segmentBits, int first, int stride, int dim) {
  /** The segment of a row. */
  public float[] segment(int row) {
    return segments[row >>> segmentBits];
  }

  /** Index of a row's first weight in its segment. */
  public int start(int row) {
    return first + (row & ((1 << segmentBits) - 1)) * stride;
  }
}
