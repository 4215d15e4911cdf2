// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.triple;

import java.util.concurrent.CompletableFuture;

/** Counts entities where their rows are. */
@FunctionalInterface
public interface EntityRanks {
  /**
   * Counts the entities of one host.
   *
   * @return for each query how many have a higher score, how many the same, and how many were
   *     looked at, {@code int[3 * queries]}
   */
  CompletableFuture<int[]> counts(int host, RankQueries queries);
}
