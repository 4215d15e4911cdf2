// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import io.graphember.kernels.MatMul;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.ArrayList;
import java.util.List;

/**
 * Scores of some heads with all tails, which pass by in blocks of {@value #BLOCK}. Used by one
 * thread, which has workers.
 *
 * @param <T> keys of tails
 */
final class BlockScores<T> {
  private static final int BLOCK = 512;
  private static final int HEADS_AT_ONCE = 64;

  private final PairScorer scorer;
  private final Workers workers;
  private final Cancellation cancellation;
  private final List<T> keys = new ArrayList<>();
  private final long[] ids = new long[BLOCK];
  private final float[] block; // prepared and transposed
  private final float[][] scores; // of each worker

  /**
   * Takes scores.
   *
   * @param <T> keys of tails
   */
  @FunctionalInterface
  interface Visitor<T> {
    /**
     * Takes the scores of a head with a block of tails, which come to one worker at a time.
     *
     * @param head its number
     * @param keys of the tails
     * @param ids of the tails
     * @param scores that of the first tail at {@code at}, of the others behind it
     */
    void scores(int head, List<T> keys, long[] ids, float[] scores, int at);
  }

  BlockScores(PairScorer scorer, Workers workers, Cancellation cancellation) {
    this.scorer = scorer;
    this.workers = workers;
    this.cancellation = cancellation;
    this.block = new float[scorer.width() * MatMul.stride(BLOCK)];
    this.scores = new float[workers.count()][];
  }

  /** Bytes that it takes. */
  static long bytes(int width, int workers) {
    return 4L * width * BLOCK + workers * 4L * HEADS_AT_ONCE * (BLOCK + width);
  }

  /**
   * Visits all scores. O(heads tails width).
   *
   * @param heads prepared, one row after the other
   * @param count how many
   */
  void visit(float[] heads, int count, CandidateSearch.Rows<T> tails, Visitor<T> visitor) {
    tails.each(
        (key, id, row) -> {
          scorer.tail(row, block, keys.size(), BLOCK);
          ids[keys.size()] = id;
          keys.add(key);
          if (keys.size() == BLOCK) {
            end(heads, count, visitor);
          }
        });
    end(heads, count, visitor);
  }

  private void end(float[] heads, int count, Visitor<T> visitor) {
    cancellation.check();
    workers.each(
        count, HEADS_AT_ONCE, (worker, from, to) -> score(worker, heads, from, to, visitor));
    keys.clear();
  }

  private void score(int worker, float[] heads, int from, int to, Visitor<T> visitor) {
    if (scores[worker] == null) {
      scores[worker] = new float[HEADS_AT_ONCE * BLOCK];
    }
    for (int first = from; first < to; first += HEADS_AT_ONCE) {
      final int some = Math.min(to - first, HEADS_AT_ONCE);
      scorer.score(heads, first, some, block, BLOCK, scores[worker]);
      for (int i = 0; i < some; i++) {
        visitor.scores(first + i, keys, ids, scores[worker], i * BLOCK);
      }
    }
  }
}
