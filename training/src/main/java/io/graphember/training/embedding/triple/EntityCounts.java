// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.graph.id.Vid;

/**
 * Counts the entities of a host that queries find better than their true ones. O(queries entities
 * dim). Used by one thread.
 *
 * @param entities the host's
 */
public record EntityCounts(EntityScores entities) {
  private static final int FIGURES = 3;

  /**
   * Counts, see {@link EntityRanks#counts}.
   *
   * @param types which rows are asked for
   */
  public int[] of(RankQueries queries, EntityScores.TypeRows types) {
    final int[] counts = new int[FIGURES * queries.count()];
    entities.visit(
        queries.asked(),
        types,
        (partition, first, rows, scores) ->
            count(queries, Vid.of(partition, first), rows, scores, counts));
    return counts;
  }

  /** Counts a block; what is known is counted back. */
  private static void count(
      RankQueries queries, long firstId, int rows, float[] scores, int[] counts) {
    final EntityQueries asked = queries.asked();
    final int scoreStride = RowComparison.scoreStride(rows);
    for (int q = 0; q < queries.count(); q++) {
      final float own = queries.scores()[q];
      int better = 0;
      int equal = 0;
      for (int i = q * scoreStride; i < q * scoreStride + rows; i++) {
        better += scores[i] > own ? 1 : 0;
        equal += scores[i] == own ? 1 : 0;
      }
      int left = rows;
      final int end = asked.knownEnds()[q];
      for (int at = asked.firstKnown(q, firstId);
          at < end && asked.known()[at] < firstId + rows;
          at++) {
        final float score = scores[q * scoreStride + (int) (asked.known()[at] - firstId)];
        better -= score > own ? 1 : 0;
        equal -= score == own ? 1 : 0;
        left--;
      }
      counts[FIGURES * q] += better;
      counts[FIGURES * q + 1] += equal;
      counts[FIGURES * q + 2] += left;
    }
  }
}
