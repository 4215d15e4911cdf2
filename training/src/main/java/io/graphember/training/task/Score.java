// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.util.Optional;

/**
 * How well a model does over some vertices.
 *
 * @param loss mean loss; NaN without vertices
 * @param quality what the best epoch is chosen by, more is better: accuracy, micro F1, or the root
 *     of the mean squared error below 0; NaN without vertices
 * @param vertices how many
 * @param macroF1 mean of the classes' F1; NaN without vertices, or if classes were not counted
 * @param decisions how its decisions fit what is known; empty without vertices, and of numbers
 */
public record Score(
    double loss, double quality, long vertices, double macroF1, Optional<Decisions> decisions) {
  /** Over no vertices. */
  public static final Score NONE = new Score(Double.NaN, Double.NaN, 0);

  /** A score that does not look at single classes. */
  public Score(double loss, double quality, long vertices) {
    this(loss, quality, vertices, Double.NaN, Optional.empty());
  }

  /** The same without a look at single classes. */
  public Score whole() {
    return new Score(loss, quality, vertices);
  }

  /**
   * The score of sums.
   *
   * @param sums loss, rows that are right, rows; others behind them are not looked at
   */
  public static Score of(double[] sums) {
    return sums[2] == 0 ? NONE : new Score(sums[0] / sums[2], sums[1] / sums[2], (long) sums[2]);
  }

  /** True if this is a better validation: higher quality, or the same with a lower loss. */
  public boolean betterThan(Score other) {
    return quality > other.quality || quality == other.quality && loss < other.loss;
  }
}
