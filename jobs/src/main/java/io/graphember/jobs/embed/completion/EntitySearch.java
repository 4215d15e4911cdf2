// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.completion;

import io.graphember.graph.id.Vid;
import io.graphember.inference.pairs.BestCandidates;
import io.graphember.jobs.embed.rank.JobTriples;
import io.graphember.jobs.live.LiveJob;
import io.graphember.memory.array.LongArray;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.training.embedding.triple.EntityQueries;
import io.graphember.training.embedding.triple.RowComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The entities of this node that complete queries best: by score, and of equal scores by key. Used
 * by one thread.
 *
 * @param <K> class of keys
 */
final class EntitySearch<K extends Comparable<K>> {
  private final LiveJob job;
  private final EntityQueries queries;
  private final BestCandidates<FoundEntity<K>> best;

  private EntitySearch(LiveJob job, EntityQueries queries, int most) {
    this.job = job;
    this.queries = queries;
    this.best = new BestCandidates<>(queries.count(), most);
  }

  /**
   * Searches. O(queries entities dim).
   *
   * @param most entities of a query, 1 or more
   */
  static BestEntities of(LiveJob job, EntityQueries queries, int most) {
    return new EntitySearch<String>(job, queries, most).run();
  }

  private BestEntities run() {
    JobTriples.entities(job)
        .visit(queries, (partition, type) -> JobTriples.range(job, partition, type), this::choose);
    final int[] ends = new int[queries.count()];
    final LongArray ids = new LongArray(ends.length);
    final List<Float> scores = new ArrayList<>();
    final List<String> keys = new ArrayList<>();
    for (int q = 0; q < ends.length; q++) {
      for (Map.Entry<FoundEntity<K>, Float> found : best.of(q).entrySet()) {
        ids.add(found.getKey().id());
        scores.add(found.getValue());
        keys.add(found.getKey().key().toString());
      }
      ends[q] = ids.size;
    }
    final float[] numbers = new float[scores.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = scores.get(i);
    }
    return new BestEntities(ends, ids.toArray(), numbers, keys.toArray(String[]::new));
  }

  private void choose(int partition, int first, int rows, float[] scores) {
    final int typeStart = JobTriples.range(job, partition, queries.vertexType())[0];
    final KeyColumn keys = job.partition(partition).keysByType().get(queries.vertexType());
    final int stride = RowComparison.scoreStride(rows);
    for (int q = 0; q < queries.count(); q++) {
      leaveOut(q, Vid.of(partition, first), rows, scores, q * stride);
      for (int i = 0; i < rows; i++) {
        final float score = scores[q * stride + i];
        if (score >= best.least(q)) {
          final FoundEntity<K> found =
              new FoundEntity<>(keyAt(keys, first - typeStart + i), Vid.of(partition, first + i));
          best.offer(q, found, score);
        }
      }
    }
  }

  /** A score that is not a number is none. */
  private void leaveOut(int query, long firstId, int rows, float[] scores, int at) {
    for (int k = queries.firstKnown(query, firstId);
        k < queries.knownEnds()[query] && queries.known()[k] < firstId + rows;
        k++) {
      scores[at + (int) (queries.known()[k] - firstId)] = Float.NaN;
    }
  }

  @SuppressWarnings("unchecked") // what a column holds is known when the graph is
  private K keyAt(KeyColumn keys, int row) {
    return (K) keys.keyAt(row);
  }
}
