// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.similar;

import io.graphember.client.api.Vector;
import io.graphember.inference.pairs.BestCandidates;
import io.graphember.inference.similar.RowQuery;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Values;
import io.graphember.spi.error.GraphemberException;
import java.util.concurrent.Semaphore;

/**
 * Searches in a cache of embeddings itself, where its rows are not in memory: some microseconds a
 * row, and the scores that a search in memory gives. At most {@value #AT_ONCE} at once: each keeps
 * a thread busy. Safe for use by several threads.
 */
final class CacheScan {
  private static final int AT_ONCE = 8;

  private final Semaphore free = new Semaphore(AT_ONCE);

  /**
   * Finds the vertices most alike, exactly.
   *
   * @throws GraphemberException with code {@link NodeError#NODE_BUSY} if as many searches run as
   *     may, or {@link NodeError#NOT_OWNER} if a partition is not here
   */
  <K extends Comparable<K>> FoundVertices search(
      SimilarMessages.Search asked, Values<K, Vector> values) {
    if (!free.tryAcquire()) {
      throw new GraphemberException(
          NodeError.NODE_BUSY,
          "This node looks for similar vertices %d times at once, the most while rows are not in memory: ask again in a moment."
              .formatted(AT_ONCE));
    }
    try {
      final RowQuery query = new RowQuery(asked.vector(), asked.similarity());
      final BestCandidates<K> best = new BestCandidates<>(1, asked.most());
      for (int partition : asked.partitions()) {
        values.eachLocal(
            partition,
            (key, row) -> {
              SearchedRows.requireLength(asked.vector(), row.values().length);
              final float score = query.score(row.values());
              if (score >= best.least(0)) {
                best.offer(0, key, score);
              }
            });
      }
      return FoundVertices.of(asked.keys(), best.of(0), true);
    } finally {
      free.release();
    }
  }
}
