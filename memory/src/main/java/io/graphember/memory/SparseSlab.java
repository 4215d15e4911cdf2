// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.spi.CsrRows;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Sparse rows as a matrix. Immutable; safe for any thread. */
public final class SparseSlab implements RowMatrix {
  private final CsrRows entries;

  /**
   * A matrix of rows.
   *
   * @param entries of rows that are trusted, columns ascending
   */
  public SparseSlab(CsrRows entries) {
    this.entries = entries;
  }

  @Override
  public int rows() {
    return entries.rows();
  }

  @Override
  public int dim() {
    return entries.dim();
  }

  @Override
  public void read(int row, float[] target, int offset) {
    entries.read(row, target, offset);
  }

  /** {@inheritDoc} As those of a {@link RowSlab} but for the sign of zeros. */
  @Override
  public void sum(
      int[] names, float @Nullable [] weights, int from, int to, float[] target, int at) {
    Arrays.fill(target, at, at + dim(), 0f);
    for (int i = from; i < to; i++) {
      final float weight = weights == null ? 1 : weights[i];
      final int end = entries.offsets()[names[i] + 1];
      for (int e = entries.offsets()[names[i]]; e < end; e++) {
        target[at + entries.columns()[e]] += weight * entries.values()[e];
      }
    }
  }

  @Override
  public void append(int row, CsrRows.Builder target) {
    target.add(entries, row);
    target.endRow();
  }
}
