// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/**
 * Skip-gram with negative sampling (Mikolov et al., "Distributed representations of words and
 * phrases and their compositionality", NIPS 2013, equation 4): an input row x against output rows
 * y, the first of which is the positive. With {@code g_k = rate * (label_k - sigmoid(x . y_k))},
 * label 1 for the first and 0 for the others,
 *
 * <pre>
 * dx   += sum_k g_k y_k
 * dy_k += g_k x
 * </pre>
 *
 * <p>Where dx is x and dy is y, rows take a step of gradient ascent in place; where they are other
 * arrays, gradients are summed. Products of rows are sums of 16 partial sums in a fixed order, with
 * fused multiplications, so that twins give the same bits. Stateless; any thread.
 */
public interface SkipGram {
  /** The faster twin that this JVM can run. */
  SkipGram BEST = Simd.choose(SkipGram.class, ScalarSkipGram::new);

  /** Partial sums of a product of rows. */
  int PARTIAL_SUMS = 16;

  /**
   * Trains one input row. O(count dim).
   *
   * @param x the input row, from {@code xAt} on
   * @param dx receives its change, at the same place
   * @param y the array of each output row
   * @param dy the array that receives the row's change, at the same place
   * @param yAt where in its array each output row begins; different rows
   * @param count number of output rows
   * @param dim floats of a row
   * @param rate learning rate, or 1 for gradients
   * @param scratch {@link #scratch} floats; its first {@code count} receive the products of x with
   *     the output rows as they were
   */
  void train(
      float[] x,
      int xAt,
      float[] dx,
      float[][] y,
      float[][] dy,
      int[] yAt,
      int count,
      int dim,
      float rate,
      float[] scratch);

  /**
   * Floats of scratch for so many output rows: products, their factors, their partial sums, and the
   * change of x.
   */
  static int scratch(int count, int dim) {
    return (2 + PARTIAL_SUMS) * count + dim;
  }

  /**
   * The loss of what was trained: {@code -ln sigmoid(x . y_0) - sum_k ln sigmoid(-x . y_k)}.
   *
   * @param products of the rows
   * @param count how many
   */
  static double loss(float[] products, int count) {
    double loss = 0;
    for (int k = 0; k < count; k++) {
      final double margin = k == 0 ? products[k] : -products[k];
      loss += Math.max(0, -margin) + Math.log1p(Math.exp(-Math.abs(margin)));
    }
    return loss;
  }
}
