// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

/**
 * Queries, and the scores of their true entities: how many entities have higher ones is asked.
 *
 * @param vertexType type of the entities that are asked for
 * @param queries a query after the other, {@link RowComparison#stride} floats each
 * @param scores score of each query's true entity
 * @param known ids of the entities that are not counted, those of one query after the other,
 *     ascending
 * @param knownEnds where in {@code known} those of each query end
 */
public record RankQueries(
    int vertexType, float[] queries, float[] scores, long[] known, int[] knownEnds) {
  /** How many there are. */
  public int count() {
    return scores.length;
  }
}
