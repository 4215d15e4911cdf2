// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.spi.triple.End;
import java.util.Arrays;
import java.util.stream.LongStream;

/** What is known to hold, so that nobody is blamed for finding it. Used by one thread. */
@FunctionalInterface
public interface KnownTriples {
  /**
   * The entities that triples of a relation have at an end.
   *
   * @param missing the end
   * @param entities ids of the entities at the other end, each once
   * @return for each of them ids, ascending
   */
  long[][] ends(End missing, int relation, long[] entities);

  /**
   * What is left out when triples of a relation are ranked: what is known, and the triple's own
   * entity, which is no rival. Each entity at the other end is asked about once.
   *
   * @param missing the end that is ranked
   * @param others ids of the entities at the other end
   * @param own ids of the entities at this end, as many
   * @return for each triple ids, each once, ascending
   */
  default long[][] leftOut(End missing, int relation, long[] others, long[] own) {
    final long[] distinct = Arrays.stream(others).sorted().distinct().toArray();
    final long[][] ends = ends(missing, relation, distinct);
    final long[][] leftOut = new long[others.length][];
    for (int i = 0; i < leftOut.length; i++) {
      leftOut[i] =
          LongStream.concat(
                  Arrays.stream(ends[Arrays.binarySearch(distinct, others[i])]),
                  LongStream.of(own[i]))
              .sorted()
              .distinct()
              .toArray();
    }
    return leftOut;
  }
}
