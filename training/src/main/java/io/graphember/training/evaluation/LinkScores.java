// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.evaluation;

import java.util.Arrays;

/**
 * How well a model finds edges that it has not seen. Each edge is ranked among its own negatives,
 * pairs of the same source that are no edges; an edge that scores as high as some of them has the
 * mean of the best and the worst rank it could have, as in the evaluators of the Open Graph
 * Benchmark (Hu et al., NeurIPS 2020). Hits@k as in TransE (Bordes et al., NIPS 2013, section 4).
 *
 * @param ranking the edges against one negative of each, all together
 * @param meanReciprocalRank mean of {@code 1 / rank}
 * @param hitsAt1 share of edges whose rank is 1
 * @param hitsAt3 share of edges whose rank is at most 3
 * @param hitsAt10 share of edges whose rank is at most 10
 * @param edges how many were ranked
 */
public record LinkScores(
    LinkRanking ranking,
    double meanReciprocalRank,
    double hitsAt1,
    double hitsAt3,
    double hitsAt10,
    int edges) {
  /**
   * Scores.
   *
   * @param edges score of each edge, one or more
   * @param others score of one negative of each edge
   * @param ranks rank of each edge among its negatives, from 1 on
   */
  public static LinkScores of(double[] edges, double[] others, double[] ranks) {
    return new LinkScores(
        LinkRanking.of(edges, others),
        Arrays.stream(ranks).map(rank -> 1 / rank).average().orElse(0),
        hits(ranks, 1),
        hits(ranks, 3),
        hits(ranks, 10),
        edges.length);
  }

  private static double hits(double[] ranks, int k) {
    return Arrays.stream(ranks).filter(rank -> rank <= k).count() / (double) ranks.length;
  }
}
