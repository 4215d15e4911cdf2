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
  /** Checks that there is as much of each as there must be. */
  public RankQueries {
    boolean fits = knownEnds.length == scores.length;
    int end = 0;
    for (int i = 0; fits && i < knownEnds.length; i++) {
      fits = knownEnds[i] >= end && knownEnds[i] <= known.length;
      end = knownEnds[i];
    }
    if (!fits || vertexType < 0 || scores.length == 0 || queries.length % scores.length != 0) {
      throw new IllegalArgumentException(
          "%d scores, %d floats of queries, %d known, %d ends"
              .formatted(scores.length, queries.length, known.length, knownEnds.length));
    }
  }

  /** How many there are. */
  public int count() {
    return scores.length;
  }
}
