// SPDX-License-Identifier: Apache-2.0
package io.graphember.kernels;

/**
 * Steps of optimizers on rows where they lie. Both twins round after every operation, in the same
 * order, so they give the same bits. Stateless; any thread, one at a time on a row. O((to - from)
 * dim) each.
 *
 * <p>Of all methods: {@code rows[from .. to - 1]} are changed; the gradient of {@code rows[from]}
 * begins at {@code gradients[at]}, that of the next row {@code dim} further on; what is given for
 * each row begins at index 0.
 */
public interface OptimizerKernels {
  /** The faster twin that this JVM can run. */
  OptimizerKernels BEST = Simd.choose(OptimizerKernels.class, ScalarOptimizerKernels::new);

  /** {@code w -= rate g}. */
  void sgd(
      SegmentedMatrix matrix, int[] rows, int from, int to, float[] gradients, int at, float rate);

  /**
   * Momentum without gradients: {@code w -= drifts[i] v; v = decays[i] v}, with v in slot 0.
   *
   * @param drifts of each row
   * @param decays of each row
   */
  void coast(SegmentedMatrix matrix, int[] rows, int from, int to, float[] drifts, float[] decays);

  /**
   * {@link #coast}, then a step of momentum: {@code v = momentum v + g; w -= rate v}.
   *
   * @param drifts of each row
   * @param decays of each row
   */
  void momentum(
      SegmentedMatrix matrix,
      int[] rows,
      int from,
      int to,
      float[] drifts,
      float[] decays,
      float[] gradients,
      int at,
      float rate,
      float momentum);

  /** {@code s += g g; w -= rate g / (sqrt(s) + epsilon)}, with s in slot 0. */
  void adagrad(
      SegmentedMatrix matrix,
      int[] rows,
      int from,
      int to,
      float[] gradients,
      int at,
      float rate,
      float epsilon);

  /**
   * What a step of Adam is made of.
   *
   * @param beta1 decay of m
   * @param beta2 decay of v
   * @param epsilon added to the root
   */
  record AdamDecays(float beta1, float beta2, float epsilon) {
    /** What a gradient adds to m. */
    float rest1() {
      return (float) (1 - (double) beta1);
    }

    /** What its square adds to v. */
    float rest2() {
      return (float) (1 - (double) beta2);
    }
  }

  /**
   * {@code m = beta1 m + (1 - beta1) g; v = beta2 v + (1 - beta2) g g; w = keep w - size m /
   * (sqrt(lift v) + epsilon)}, with m in slot 0 and v in slot 1.
   *
   * @param keep what decay leaves of a weight
   * @param size the rate, with m's bias corrected
   * @param lift what corrects v's bias
   */
  void adam(
      SegmentedMatrix matrix,
      int[] rows,
      int from,
      int to,
      float[] gradients,
      int at,
      AdamDecays decays,
      float keep,
      float size,
      float lift);

  /**
   * What differs from step to step of {@link #adam}; arrays by step, to be filled by the caller.
   *
   * @param keeps of each step
   * @param sizes of each step
   * @param lifts of each step
   */
  record AdamSteps(float[] keeps, float[] sizes, float[] lifts) {
    /** Room for so many steps. */
    public AdamSteps(int steps) {
      this(new float[steps], new float[steps], new float[steps]);
    }
  }

  /**
   * Consecutive steps of {@link #adam} on one row with gradients of 0; O(count dim), the row is
   * read and written once.
   *
   * @param count how many of the steps
   */
  void adamIdle(SegmentedMatrix matrix, int row, AdamDecays decays, AdamSteps steps, int count);

  /** {@code w = factor w}. */
  void scale(SegmentedMatrix matrix, int[] rows, int from, int to, float factor);

  /** Of one row with two slots: {@code w = factor w; m = factor1 m; v = factor2 v}. */
  default void scaleParts(
      SegmentedMatrix matrix, int row, float factor, float factor1, float factor2) {
    final float[] values = matrix.segment(row);
    final int start = matrix.start(row);
    final int dim = matrix.dim();
    ScalarOptimizerKernels.scale(values, start, 0, dim, factor);
    ScalarOptimizerKernels.scale(values, start + dim, 0, dim, factor1);
    ScalarOptimizerKernels.scale(values, start + 2 * dim, 0, dim, factor2);
  }

  /**
   * {@code w += factor x}, with x the weights of rows of another matrix.
   *
   * @param others names of rows of the other; the one at {@code otherFrom} is added to {@code
   *     rows[from]}, and so on
   */
  void addScaled(
      SegmentedMatrix matrix,
      int[] rows,
      int from,
      int to,
      SegmentedMatrix other,
      int[] others,
      int otherFrom,
      float factor);
}
