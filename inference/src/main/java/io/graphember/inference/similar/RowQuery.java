// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.similar;

import io.graphember.kernels.product.RowProducts;
import io.graphember.schema.Similarity;

/** The row that similar ones are looked for. Immutable; safe for use by several threads. */
public final class RowQuery {
  private final float[] row;
  private final Similarity similarity;
  private final float inverse;

  /**
   * A query.
   *
   * @param row not copied; must not be changed any more
   * @param similarity how alike rows are
   */
  public RowQuery(float[] row, Similarity similarity) {
    this.row = row;
    this.similarity = similarity;
    this.inverse = RowBlocks.inverseLength(row, 0, row.length);
  }

  /** The row: not a copy. */
  public float[] row() {
    return row;
  }

  /** How alike rows are. */
  public Similarity similarity() {
    return similarity;
  }

  /** One divided by the length of the row; 0 if it is all zeros. */
  public float inverseLength() {
    return inverse;
  }

  /** How alike a row is that lies elsewhere, as {@link RowBlocks#score} says. O(dim). */
  public float score(float[] other) {
    return score(
        RowProducts.BEST.product(row, 0, other, 0, row.length),
        RowBlocks.inverseLength(other, 0, other.length));
  }

  /**
   * How alike a row is, which depends on the two rows alone.
   *
   * @param product of the two rows
   * @param otherInverse one divided by the length of the other row
   */
  float score(float product, float otherInverse) {
    return similarity == Similarity.DOT
        ? product
        : Math.max(-1, Math.min(1, product * otherInverse * inverse));
  }
}
