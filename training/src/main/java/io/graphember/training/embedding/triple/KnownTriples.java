// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import io.graphember.spi.triple.End;

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
}
