// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.List;

/**
 * Scores every pair: all tails pass by once a group, in blocks, so memory does not grow with the
 * graph. O(heads tails width). The result depends neither on the threads nor on the order of tails.
 * Used by one thread.
 *
 * @param <T> keys of tails, all of one class
 */
public final class ScannedTails<T extends Comparable<T>> implements TailSearch<T> {
  private final CandidateSearch.Rows<T> tails;
  private final BlockScores<T> scores;

  /**
   * A search.
   *
   * @param tails rows of all candidates
   */
  public ScannedTails(
      PairScorer scorer,
      CandidateSearch.Rows<T> tails,
      Workers workers,
      Cancellation cancellation) {
    this.tails = tails;
    this.scores = new BlockScores<>(scorer, workers, cancellation);
  }

  /** Bytes that it takes. */
  public static long bytes(int width, int workers) {
    return BlockScores.bytes(width, workers);
  }

  @Override
  public void search(HeadGroup heads, BestCandidates<T> best) {
    scores.visit(
        heads.rows(),
        heads.count(),
        tails,
        (head, keys, ids, row, at) -> choose(heads, head, keys, ids, row, at, best));
  }

  private void choose(
      HeadGroup heads,
      int head,
      List<T> keys,
      long[] ids,
      float[] row,
      int at,
      BestCandidates<T> best) {
    for (int t = 0; t < keys.size(); t++) {
      if (row[at + t] >= best.least(head) && heads.takes(head, ids[t])) {
        best.offer(head, keys.get(t), row[at + t]);
      }
    }
  }
}
