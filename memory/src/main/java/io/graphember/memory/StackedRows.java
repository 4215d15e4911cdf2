// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/** Rows that are not written any more, and behind them rows that are. */
final class StackedRows implements WritableRows {
  private final DenseRows first;
  private final WritableRows rest;

  /**
   * Rows behind others.
   *
   * @param rest zeros so far, as wide as the first
   */
  StackedRows(DenseRows first, WritableRows rest) {
    this.first = first;
    this.rest = rest;
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
    return new StackedRows(first, rest.extended(more - first.rows()));
  }

  @Override
  public long extendedBytes(int more) {
    return rest.extendedBytes(more - first.rows());
  }
}
