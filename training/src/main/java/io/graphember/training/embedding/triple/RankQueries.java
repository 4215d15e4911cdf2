// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

/**
 * Queries whose true entities are known: how many others score higher is asked.
 *
 * @param asked the queries
 * @param scores score of each query's true entity
 */
public record RankQueries(EntityQueries asked, float[] scores) {
  /** Checks that there are as many scores as queries. */
  public RankQueries {
    if (asked.count() != scores.length) {
      throw new IllegalArgumentException(
          "%d queries, %d scores".formatted(asked.count(), scores.length));
    }
  }

  /** How many there are. */
  public int count() {
    return scores.length;
  }
}
