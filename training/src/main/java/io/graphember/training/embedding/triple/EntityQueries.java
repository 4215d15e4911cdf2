// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * What is asked about all entities of a type: each query is compared with each of them.
 *
 * @param vertexType type of the entities that are asked for
 * @param queries a query after the other, {@link RowComparison#stride} floats each
 * @param known ids of the entities that are left out, those of one query after the other, ascending
 * @param knownEnds where in {@code known} those of each query end
 */
public record EntityQueries(int vertexType, float[] queries, long[] known, int[] knownEnds) {
  /** Checks that there is as much of each as there must be. */
  public EntityQueries {
    boolean fits = vertexType >= 0 && knownEnds.length > 0;
    int end = 0;
    for (int i = 0; fits && i < knownEnds.length; i++) {
      fits = knownEnds[i] >= end && knownEnds[i] <= known.length;
      end = knownEnds[i];
    }
    if (!fits || queries.length % knownEnds.length != 0) {
      throw new IllegalArgumentException(
          "%d floats of queries, %d known, %d ends"
              .formatted(queries.length, known.length, knownEnds.length));
    }
  }

  /**
   * Queries.
   *
   * @param known of each query the ids of the entities that are left out, ascending
   */
  static EntityQueries of(int vertexType, float[] queries, long[][] known) {
    int[] ends = new int[known.length];
    int end = 0;
    for (int q = 0; q < known.length; q++) {
      end += known[q].length;
      ends[q] = end;
    }
    return new EntityQueries(
        vertexType, queries, Stream.of(known).flatMapToLong(Arrays::stream).toArray(), ends);
  }

  /** How many there are. */
  public int count() {
    return knownEnds.length;
  }

  /** Where in {@link #known} the first of a query stands that is not before an id. O(log known). */
  public int firstKnown(int query, long id) {
    final int from = query == 0 ? 0 : knownEnds[query - 1];
    final int at = Arrays.binarySearch(known, from, knownEnds[query], id);
    return at < 0 ? -at - 1 : at;
  }
}
