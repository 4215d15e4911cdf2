// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Rows in a mapped file: outside the heap, in memory as far as the machine has room for them. The
 * JVM ends the mapping when nobody has the matrix any more. Immutable; safe for any thread.
 */
final class MappedRows implements DenseRows {
  private final int rows;
  private final int dim;
  private final int stride;
  private final int segmentBits;
  private final FloatBuffer[] segments;

  /**
   * Rows of a file.
   *
   * @param stride floats from one row to the next
   * @param segmentBits of the rows of a segment the binary logarithm
   * @param segments rows one after the other, in native byte order
   */
  MappedRows(int rows, int dim, int stride, int segmentBits, FloatBuffer[] segments) {
    this.rows = rows;
    this.dim = dim;
    this.stride = stride;
    this.segmentBits = segmentBits;
    this.segments = segments;
  }

  @Override
  public int rows() {
    return rows;
  }

  @Override
  public int dim() {
    return dim;
  }

  private int start(int row) {
    return (row & (1 << segmentBits) - 1) * stride;
  }

  @Override
  public void read(int row, float[] target, int offset) {
    segments[row >>> segmentBits].get(start(row), target, offset, dim);
  }

  @Override
  public void read(int row, FloatBuffer target, int offset) {
    target.put(offset, segments[row >>> segmentBits], start(row), dim);
  }

  @Override
  public void sum(
      int[] names, float @Nullable [] weights, int from, int to, float[] target, int at) {
    RowSums.of(dim).sum(this, names, weights, from, to, target, at);
  }

  @Override
  public WritableRows extended(int more) {
    return new StackedRows(this, new RowSlab(more - rows, dim));
  }

  @Override
  public long extendedBytes(int more) {
    return RowSlab.estimateBytes(more - rows, dim);
  }
}
