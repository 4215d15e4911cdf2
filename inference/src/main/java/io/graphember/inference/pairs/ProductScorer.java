// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import io.graphember.kernels.MatMul;
import java.util.Arrays;

/** {@code sum_j h_j r_j t_j}: a product of matrices. */
final class ProductScorer implements PairScorer {
  private final float[] relation;

  /**
   * A scorer.
   *
   * @param relation weight of each column; ones for the dot product
   */
  ProductScorer(float[] relation) {
    this.relation = relation;
  }

  /** The dot product of rows of so many columns. */
  static ProductScorer ofColumns(int columns) {
    final float[] ones = new float[columns];
    Arrays.fill(ones, 1);
    return new ProductScorer(ones);
  }

  @Override
  public boolean isProduct() {
    return true;
  }

  @Override
  public PairScorer reversed() {
    return this;
  }

  @Override
  public int width() {
    return relation.length;
  }

  @Override
  public void head(float[] row, float[] prepared, int at) {
    for (int j = 0; j < relation.length; j++) {
      prepared[at + j] = row[j] * relation[j];
    }
  }

  @Override
  public void tail(float[] row, float[] prepared, int at, int step) {
    for (int j = 0; j < relation.length; j++) {
      prepared[at + j * step] = row[j];
    }
  }

  @Override
  public void score(float[] heads, int headAt, float[] tails, int tailAt, float[] scores) {
    float sum = 0;
    for (int j = 0; j < relation.length; j++) {
      sum = Math.fma(heads[headAt + j], tails[tailAt + j], sum);
    }
    scores[0] = sum;
  }

  @Override
  public void score(float[] heads, int from, int count, float[] tails, int stride, float[] scores) {
    final int width = width();
    float[] rows = heads;
    if (from > 0) { // products begin at the first row of an array
      rows = new float[count * width];
      System.arraycopy(heads, from * width, rows, 0, rows.length);
    }
    MatMul.BEST.multiply(rows, width, count, width, tails, 0, stride, scores);
  }
}
