// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import io.graphember.schema.Split;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.IndexPermutation;
import io.graphember.training.job.task.SplitSettings;
import java.util.Optional;

/**
 * A split that is drawn: the labelled vertices in an order that the seed decides, cut at the
 * rounded fractions. Whoever has a vertex knows its split from its number alone.
 *
 * @param labelled vertices with a label, 1 or more
 * @param trainEnd places below it are trained on
 * @param validEnd places from there to below it choose the best epoch
 * @param testEnd places from there to below it measure the result
 * @param seed seed of the job
 */
public record SplitDraw(long labelled, long trainEnd, long validEnd, long testEnd, long seed) {
  private static final long SPLIT_TAG = 0x5917;

  /**
   * Draws splits by fractions.
   *
   * @param fractions at most 1 together
   */
  public static SplitDraw of(long labelled, SplitSettings fractions, long seed) {
    return new SplitDraw(
        labelled,
        share(labelled, fractions.train()),
        share(labelled, fractions.train() + fractions.valid()),
        share(labelled, fractions.sum()),
        seed);
  }

  /** The order of the vertices, to ask {@link #split} of. */
  public IndexPermutation order() {
    return new IndexPermutation(labelled, CounterRandom.child(seed, SPLIT_TAG));
  }

  /** The split of a place in the order; empty if it is in none. */
  public Optional<Split> split(long place) {
    if (place < trainEnd) {
      return Optional.of(Split.TRAIN);
    }
    if (place < validEnd) {
      return Optional.of(Split.VALID);
    }
    return place < testEnd ? Optional.of(Split.TEST) : Optional.empty();
  }

  /** How many of n vertices a fraction is. */
  public static long share(long n, double fraction) {
    return Math.min(n, Math.round(n * fraction));
  }
}
