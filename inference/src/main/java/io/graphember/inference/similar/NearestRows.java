// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.similar;

import java.util.function.IntBinaryOperator;

/**
 * The rows with the highest scores so far; of equal scores those that come first in an order, so
 * that it does not matter in what order they are offered. A score that is not a number is none.
 * Used by one thread.
 */
public final class NearestRows {
  private final IntBinaryOperator order;
  private final int[] rows; // the best first
  private final float[] scores;
  private int count;

  /**
   * None yet.
   *
   * @param most how many are kept, at least 1
   * @param order compares the numbers of two rows of equal scores: negative if the first one is to
   *     come first
   */
  public NearestRows(int most, IntBinaryOperator order) {
    this.order = order;
    this.rows = new int[most];
    this.scores = new float[most];
  }

  /** How many are kept at most. */
  public int most() {
    return rows.length;
  }

  /** How many there are. */
  public int count() {
    return count;
  }

  /** Number of a row, 0 for the best. */
  public int row(int place) {
    return rows[place];
  }

  /** Its score. */
  public float score(int place) {
    return scores[place];
  }

  /**
   * Takes a row if it is among the best; none may be offered twice. O(most) if it is, else O(1).
   */
  public void offer(int row, float score) {
    if (Float.isNaN(score) || count == rows.length && !precedes(row, score, count - 1)) {
      return;
    }
    int from = 0;
    int to = count;
    while (from < to) {
      final int middle = from + to >>> 1;
      if (precedes(row, score, middle)) {
        to = middle;
      } else {
        from = middle + 1;
      }
    }
    count = Math.min(rows.length, count + 1);
    System.arraycopy(rows, from, rows, from + 1, count - 1 - from);
    System.arraycopy(scores, from, scores, from + 1, count - 1 - from);
    rows[from] = row;
    scores[from] = score;
  }

  private boolean precedes(int row, float score, int place) {
    return score > scores[place]
        || score == scores[place] && order.applyAsInt(row, rows[place]) < 0;
  }
}
