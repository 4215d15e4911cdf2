// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.evaluation;

import java.util.Arrays;

/**
 * How well scores tell edges from pairs that are none.
 *
 * @param auc probability that an edge has a higher score than a pair that is none, ties half
 * @param averagePrecision mean over the edges of the share of edges among the pairs with at least
 *     as high a score
 */
public record LinkRanking(double auc, double averagePrecision) {
  /**
   * Ranks. O(n log n).
   *
   * @param edges scores of edges, one or more, none of them NaN
   * @param others scores of pairs that are none, one or more
   */
  public static LinkRanking of(double[] edges, double[] others) {
    double[] positive = edges.clone();
    double[] negative = others.clone();
    Arrays.sort(positive);
    Arrays.sort(negative);
    double below = 0; // negatives below each positive, ties half
    double precision = 0;
    int low = 0;
    int high = 0;
    int first = 0; // the first positive of the present score
    for (int i = 0; i < positive.length; i++) {
      while (low < negative.length && negative[low] < positive[i]) {
        low++;
      }
      while (high < negative.length && negative[high] <= positive[i]) {
        high++;
      }
      below += low + 0.5 * (high - low);
      first = i > 0 && positive[i] == positive[i - 1] ? first : i;
      final double notBelow = positive.length - first;
      precision += notBelow / (notBelow + negative.length - low);
    }
    return new LinkRanking(
        below / ((double) positive.length * negative.length), precision / positive.length);
  }
}
