// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory.kernel;

/**
 * Steps of optimizers on rows where they lie. Both twins round after every operation, in the same
 * order, so they give the same bits. Stateless; any thread, one at a time on a row. O((to - from)
 * dim) each.
 *
 * <p>Of all methods: {@code rows[from .. to - 1]} are changed; the gradient of {@code rows[from]}
 * begins at {@code gradients[at]}, that of the next row {@code dim} further on; what is given for
 * each row begins at index 0.
 */
public interface OptimizerRows {
  /** The faster twin that this JVM can run. */
  OptimizerRows BEST = VectorModule.choose(OptimizerRows.class, PlainOptimizerRows::new);

  /** {@code w -= rate g}. */
  void sgd(
      SegmentedRows matrix, int[] rows, int from, int to, float[] gradients, int at, float rate);

  /**
   * Momentum without gradients: {@code w -= drifts[i] v; v = decays[i] v}, with v in slot 0.
   *
   * @param drifts of each row
   * @param decays of each row
   */
  void coast(SegmentedRows matrix, int[] rows, int from, int to, float[] drifts, float[] decays);

  /**
   * {@link #coast}, then a step of momentum: {@code v = momentum v + g; w -= rate v}.
   *
   * @param drifts of each row
   * @param decays of each row
   */
  void momentum(
      SegmentedRows matrix,
      int[] rows,
      int from,
      int to,
      float[] drifts,
      float[] decays,
      float[] gradients,
      int at,
      float rate,
      float momentum);
}
