// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/**
 * Weights of many rows that lie one behind the other, as float32, or as bfloat16 packed two to an
 * int ({@link Bfloat16Rows}) with float32 arithmetic. Both twins give the same bits. Stateless; any
 * thread. O(count).
 */
public interface ScaledAdd {
  /** The faster twin that this JVM can run. */
  ScaledAdd BEST = Simd.choose(ScaledAdd.class, ScalarScaledAdd::new);

  /**
   * {@code w = factor w}.
   *
   * @param weights changed from {@code start} to {@code start + count - 1}
   */
  void scale(float[] weights, int start, int count, float factor);

  /**
   * {@code w += factor x}.
   *
   * @param weights changed from {@code start} to {@code start + count - 1}
   * @param x read from {@code start} on; may be the same array
   */
  void addScaled(float[] weights, int start, int count, float[] x, float factor);

  /** {@link #scale(float[], int, int, float)} of pairs of weights. */
  void scale(int[] pairs, int start, int count, float factor);

  /** {@link #addScaled(float[], int, int, float[], float)} of pairs of weights. */
  void addScaled(int[] pairs, int start, int count, int[] x, float factor);
}
