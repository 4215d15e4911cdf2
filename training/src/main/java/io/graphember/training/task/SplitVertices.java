// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.task.SplitSettings;

/**
 * The three splits of a job: in ascending order of vid if they came with the graph, in an order
 * decided by the seed if they were drawn.
 *
 * @param train trained on
 * @param valid chooses the best epoch; may be empty
 * @param test measures the result; may be empty
 */
public record SplitVertices(LabeledVertices train, LabeledVertices valid, LabeledVertices test) {
  private static final long SPLIT_TAG = 0x5917;

  /**
   * Draws splits by fractions: the vertices in an order that the seed decides, cut at the rounded
   * fractions.
   *
   * @param labeled all labelled vertices, in ascending order of vid
   * @param fractions at most 1 together
   */
  public static SplitVertices draw(LabeledVertices labeled, SplitSettings fractions, long seed) {
    double sum = fractions.sum();
    LabeledVertices shuffled = labeled.shuffled(CounterRandom.child(seed, SPLIT_TAG));
    int n = labeled.size();
    int trainEnd = (int) share(n, fractions.train());
    int validEnd = (int) share(n, fractions.train() + fractions.valid());
    int testEnd = (int) share(n, sum);
    return new SplitVertices(
        shuffled.range(0, trainEnd),
        shuffled.range(trainEnd, validEnd),
        shuffled.range(validEnd, testEnd));
  }

  /** How many of n vertices a fraction is. */
  public static long share(long n, double fraction) {
    return Math.min(n, Math.round(n * fraction));
  }
}
