// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.client.api.JobResult;
import io.graphember.training.evaluation.RankSums;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How well edges were ranked among all vertices, as a job reports it. */
public final class RankScores {
  private RankScores() {}

  /**
   * The test of a job that ranks and measures nothing else.
   *
   * @param sums ranks of all edges
   * @param edges how many these are
   * @param others vertices that each was ranked among, at most
   */
  public static JobResult.Test of(RankSums sums, int edges, long others) {
    return JobResult.Test.NONE.withLinks(links(sums, edges, others), Map.of());
  }

  /** The same as figures of edges; null if none was ranked. */
  static JobResult.@Nullable Links links(RankSums sums, int edges, long others) {
    if (sums.ranked() == 0) {
      return null;
    }
    final double ranked = sums.ranked();
    final double reciprocal = sums.reciprocals() / ranked;
    return new JobResult.Links(
        sums.below() / ranked,
        reciprocal, // of one true vertex among all, precision at its rank is 1 / rank
        reciprocal,
        sums.first() / ranked,
        sums.third() / ranked,
        sums.tenth() / ranked,
        edges,
        (int) Math.min(Integer.MAX_VALUE, others));
  }
}
