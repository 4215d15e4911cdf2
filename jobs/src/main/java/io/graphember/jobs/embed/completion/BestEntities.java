// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.completion;

/**
 * The entities of a node that complete queries best.
 *
 * @param ends where in the others those of each query end
 * @param ids of entities, those of one query after the other, the best first
 * @param scores of each
 * @param keys of each, as text
 */
record BestEntities(int[] ends, long[] ids, float[] scores, String[] keys) {
  /** Checks that there is as much of each as there must be. */
  BestEntities {
    boolean fits = ids.length == scores.length && ids.length == keys.length;
    int end = 0;
    for (int next : ends) {
      fits &= next >= end && next <= ids.length;
      end = next;
    }
    if (!fits) {
      throw new IllegalArgumentException(
          "%d ids, %d scores, %d keys".formatted(ids.length, scores.length, keys.length));
    }
  }

  /** Where those of a query begin. */
  int start(int query) {
    return query == 0 ? 0 : ends[query - 1];
  }
}
