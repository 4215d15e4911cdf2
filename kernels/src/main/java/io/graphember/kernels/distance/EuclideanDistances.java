// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels.distance;

import io.graphember.kernels.Simd;
import java.lang.invoke.MethodHandles;

/**
 * {@code d = sqrt(sum_k (x_k - y_k)^2)}; the derivative is {@code (x - y) / d}, or 0 where d is 0.
 * Differences are taken before they are squared: from the products of rows, distances of rows that
 * are near would be those of their roundings.
 */
interface EuclideanDistances extends RowDistances {
  /** The faster twin that this JVM can run. */
  EuclideanDistances BEST =
      Simd.choose(MethodHandles.lookup(), EuclideanDistances.class, ScalarEuclideanDistances::new);

  /** {@code w / d}, or 0 where d is 0; parameters as of the panels'. */
  static void factors(
      float[] distances,
      float[] weights,
      int stride,
      int rows,
      int count,
      float[] factors,
      int at) {
    for (int i = 0; i < rows; i++) {
      final int from = i * stride;
      final int to = at + i * count;
      for (int j = 0; j < count; j++) {
        final float distance = distances[from + j];
        factors[to + j] = distance == 0 ? 0 : weights[from + j] / distance;
      }
    }
  }
}
