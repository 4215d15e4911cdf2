// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.table;

import io.graphember.kernels.SegmentedMatrix;

/**
 * An optimizer at work on rows: what a {@link RowOptimizer} says, with the tables that it needs.
 * Safe for use by several threads, one at a time on a row.
 *
 * <p>Of both methods: rows {@code rows[from .. to - 1]} of the matrix are changed, each once; what
 * {@code rows[from]} had as its last step is {@code lasts[0]}. A row that is ahead of the step is
 * not moved back.
 */
abstract class RowRule {
  /** The rule of an optimizer. */
  static RowRule of(RowOptimizer optimizer) {
    if (optimizer instanceof RowOptimizer.Momentum momentum) {
      return new MomentumRule(momentum);
    }
    if (optimizer instanceof RowOptimizer.Adagrad adagrad) {
      return new AdagradRule(adagrad);
    }
    if (optimizer instanceof RowOptimizer.Adam adam) {
      return new AdamRule(adam);
    }
    if (optimizer instanceof RowOptimizer.AdamW adam) {
      return new AdamRule(adam);
    }
    return new SgdRule((RowOptimizer.Sgd) optimizer);
  }

  /** Moves rows from their last steps to a step, without gradients. */
  void advance(SegmentedMatrix matrix, int[] rows, int from, int to, int[] lasts, long step) {
    // A row stays where it is, but by momentum.
  }

  /** Steps of rows that were replayed one by one so far, because they have no closed form. */
  long replayedSteps() {
    return 0;
  }

  /** Moves rows to the step before, then does the step. */
  abstract void update(
      SegmentedMatrix matrix,
      int[] rows,
      int from,
      int to,
      int[] lasts,
      float[] gradients,
      int at,
      long step);
}
