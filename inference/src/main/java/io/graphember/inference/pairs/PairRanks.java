// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.pairs;

import io.graphember.kernels.MatMul;
import io.graphember.spi.Cancellation;
import io.graphember.spi.Workers;
import java.util.Arrays;

/**
 * Ranks pairs among all vertices that could stand at one of their ends, those that make a known
 * pair left out. O(pairs vertices width). The result depends neither on the threads nor on the
 * order of vertices. Used by one thread, which has workers.
 *
 * @param scorer with the end that stays as head; of any relation
 * @param workers who compute
 * @param cancellation looked at for each block of vertices
 */
public record PairRanks(PairScorer scorer, Workers workers, Cancellation cancellation) {
  /** Figures of a pair. */
  public static final int FIGURES = 3;

  /** Bytes that ranks of so many pairs take, beside their rows. */
  public static long bytes(int width, int pairs, int workers) {
    return BlockScores.bytes(width, workers) + 4L * pairs * (1 + FIGURES);
  }

  /**
   * Counts the vertices that have a higher score than the one in the pair.
   *
   * @param heads rows of the ends that stay, prepared by the scorer of each pair's relation
   * @param trueTails rows of the ends that are asked for, as they left the model
   * @param known of each pair the ids of the vertices that are left out, each once, ascending; all
   *     are among {@code tails}, and the one in the pair is among them
   * @param tails rows of all vertices that could stand there
   * @return of each pair how many vertices have a higher score, how many the same, and how many
   *     were looked at, {@code int[3 * pairs]}; a score that is no number is above that of the pair
   */
  public <T> int[] counts(
      float[] heads, float[][] trueTails, long[][] known, CandidateSearch.Rows<T> tails) {
    final float[] own = ownScores(heads, trueTails);
    final int[] counts = new int[FIGURES * own.length];
    new BlockScores<T>(scorer, workers, cancellation)
        .visit(
            heads,
            own.length,
            tails,
            (pair, keys, ids, scores, at) -> {
              counts[FIGURES * pair + 2] += keys.size();
              for (int t = 0; t < keys.size(); t++) {
                final float score = scores[at + t];
                if (!(score < own[pair]) && Arrays.binarySearch(known[pair], ids[t]) < 0) {
                  counts[FIGURES * pair + (score == own[pair] ? 1 : 0)]++;
                }
              }
            });
    for (int pair = 0; pair < own.length; pair++) {
      counts[FIGURES * pair + 2] -= known[pair].length;
    }
    return counts;
  }

  /** By the same products as all others, so that equal rows have equal scores. */
  private float[] ownScores(float[] heads, float[][] trueTails) {
    final int stride = MatMul.stride(1);
    final float[] tail = new float[scorer.width() * stride];
    final float[] score = new float[stride];
    final float[] own = new float[trueTails.length];
    for (int pair = 0; pair < own.length; pair++) {
      scorer.tail(trueTails[pair], tail, 0, stride);
      scorer.score(heads, pair, 1, tail, stride, score);
      own[pair] = score[0];
    }
    return own;
  }
}
