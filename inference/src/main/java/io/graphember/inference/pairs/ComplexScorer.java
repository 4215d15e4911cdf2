// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

/**
 * The real part of {@code sum_j h_j r_j conj(t_j)} of complex numbers, real parts in the first half
 * of a row: a head is multiplied by the relation, and what is left is a product of matrices.
 */
final class ComplexScorer implements PairScorer {
  private final float[] real;
  private final float[] imaginary;
  private final ProductScorer product;

  /**
   * A scorer.
   *
   * @param real real parts of the relation, one for each complex number
   * @param imaginary imaginary parts, as many
   */
  ComplexScorer(float[] real, float[] imaginary) {
    this.real = real;
    this.imaginary = imaginary;
    this.product = ProductScorer.ofColumns(2 * real.length);
  }

  @Override
  public int width() {
    return product.width();
  }

  @Override
  public boolean isProduct() {
    return true;
  }

  @Override
  public PairScorer reversed() {
    final float[] conjugated = new float[imaginary.length];
    for (int j = 0; j < conjugated.length; j++) {
      conjugated[j] = -imaginary[j];
    }
    return new ComplexScorer(real, conjugated);
  }

  @Override
  public void head(float[] row, float[] prepared, int at) {
    final int half = real.length;
    for (int j = 0; j < half; j++) {
      prepared[at + j] = row[j] * real[j] - row[half + j] * imaginary[j];
      prepared[at + half + j] = row[half + j] * real[j] + row[j] * imaginary[j];
    }
  }

  @Override
  public void tail(float[] row, float[] prepared, int at, int step) {
    product.tail(row, prepared, at, step);
  }

  @Override
  public void score(float[] heads, int headAt, float[] tails, int tailAt, float[] scores) {
    product.score(heads, headAt, tails, tailAt, scores);
  }

  @Override
  public void score(float[] heads, int from, int count, float[] tails, int stride, float[] scores) {
    product.score(heads, from, count, tails, stride, scores);
  }
}
