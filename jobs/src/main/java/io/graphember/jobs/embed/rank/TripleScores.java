// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.rank;

import io.graphember.client.api.JobResult;
import io.graphember.training.embedding.triple.RankSums;
import java.util.Map;

/** How well triples were ranked, as a job reports it. */
public final class TripleScores {
  private TripleScores() {}

  /**
   * The scores.
   *
   * @param sums ranks of both ends of all triples
   * @param triples how many they are
   * @param entities vertices of the graph
   */
  public static JobResult.Test of(RankSums sums, int triples, long entities) {
    if (sums.ranked() == 0) {
      return JobResult.Test.NONE;
    }
    final double ranked = sums.ranked();
    final double reciprocal = sums.reciprocals() / ranked;
    return new JobResult.Test(
        null,
        null,
        0,
        null,
        null,
        null,
        null,
        null,
        new JobResult.Links(
            sums.below() / ranked,
            reciprocal, // of one true entity among all, precision at its rank is 1 / rank
            reciprocal,
            sums.first() / ranked,
            sums.third() / ranked,
            sums.tenth() / ranked,
            triples,
            (int) Math.min(Integer.MAX_VALUE, entities)),
        null,
        Map.of(),
        null);
  }
}
