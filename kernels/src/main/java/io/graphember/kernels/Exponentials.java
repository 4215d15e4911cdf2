// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/**
 * Exponentials of many numbers, within 3 parts in ten million: weights of negatives, one for each
 * negative of each triple. The power of 2 that is nearest is taken out, and a polynomial of degree
 * 6 does the rest. Sums are 16 partial sums in a fixed order, so that twins give the same bits.
 * Stateless; any thread.
 */
public interface Exponentials {
  /** The faster twin that this JVM can run. */
  Exponentials BEST = Simd.choose(Exponentials.class, ScalarExponentials::new);

  /** Partial sums of a sum. */
  int PARTIAL_SUMS = 16;

  /** Numbers below count as this one. */
  float LEAST = -87;

  /** Numbers above count as this one. */
  float MOST = 88;

  /**
   * The largest of some numbers, none of them not a number; negative infinity of none. O(count).
   */
  float max(float[] x, int at, int count);

  /**
   * {@code y_j = e^(factor x_j + shift)}. O(count).
   *
   * @param x numbers, from {@code at} on; infinite ones too
   * @param y receives as many, at the same places; may be x
   * @return the sum of what it receives
   */
  float exp(float[] x, int at, int count, float factor, float shift, float[] y);
}
