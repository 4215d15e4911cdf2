// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/** Rows that are not written any more, and behind them rows that are. */
final class StackedRows implements WritableRows {
  private final DenseRows first;
  private final RowSlab rest;

  /**
   * A matrix with more rows of zeros.
   *
   * @param rows of both together, not fewer than the first has
   */
  StackedRows(DenseRows first, int rows) {
    this.first = first;
    this.rest = new RowSlab(rows - first.rows(), first.dim());
  }

  @Override
  public int rows() {
    return first.rows() + rest.rows();
  }

  @Override
  public int dim() {
    return first.dim();
  }

  @Override
  public void allocate() {
    rest.allocate();
  }

  @Override
  public void write(int row, float[] source, int offset) {
    rest.write(row - first.rows(), source, offset);
  }

  @Override
  public void read(int row, float[] target, int offset) {
    if (row < first.rows()) {
      first.read(row, target, offset);
    } else {
      rest.read(row - first.rows(), target, offset);
    }
  }

  @Override
  public void read(int row, FloatBuffer target, int offset) {
    if (row < first.rows()) {
      first.read(row, target, offset);
    } else {
      rest.read(row - first.rows(), target, offset);
    }
  }

  @Override
  public void sum(
      int[] names, float @Nullable [] weights, int from, int to, float[] target, int at) {
    RowSums.of(dim()).sum(this, names, weights, from, to, target, at);
  }

  @Override
  public WritableRows extended(int more) {
    return new StackedRows(this, more);
  }

  @Override
  public long extendedBytes(int more) {
    return RowSlab.estimateBytes(more - rows(), dim());
  }
}
