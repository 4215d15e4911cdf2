// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.reference;

import io.graphember.spi.backend.SeedPairs;

/** Scores of every head's query with every tail of a batch, {@code q_i . t_j}, and back. */
final class TailScores {
  private final int[] tails;
  private final int columns;
  private final double[] queries;
  private final double[] rows;

  /**
   * Of some pairs.
   *
   * @param queries [pairs, columns]
   * @param rows output rows of the seeds, [seeds, columns]
   */
  TailScores(SeedPairs pairs, int columns, double[] queries, double[] rows) {
    tails = Structure.ints(pairs.tails(), pairs.count());
    this.columns = columns;
    this.queries = queries;
    this.rows = rows;
  }

  /** The scores, [pairs, pairs]. */
  double[] forward() {
    double[] scores = new double[tails.length * tails.length];
    for (int i = 0; i < scores.length; i++) {
      int query = i / tails.length * columns;
      int tail = tails[i % tails.length] * columns;
      for (int k = 0; k < columns; k++) {
        scores[i] += queries[query + k] * rows[tail + k];
      }
    }
    return scores;
  }

  /** Gradient of the queries; that of the rows is added. */
  double[] backward(double[] scoreGradient, double[] rowGradient) {
    double[] queryGradient = new double[queries.length];
    for (int i = 0; i < scoreGradient.length; i++) {
      int query = i / tails.length * columns;
      int tail = tails[i % tails.length] * columns;
      for (int k = 0; k < columns; k++) {
        queryGradient[query + k] += scoreGradient[i] * rows[tail + k];
        rowGradient[tail + k] += scoreGradient[i] * queries[query + k];
      }
    }
    return queryGradient;
  }
}
