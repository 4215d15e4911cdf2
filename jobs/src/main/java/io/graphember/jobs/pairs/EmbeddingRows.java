// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.client.api.Vector;
import io.graphember.graph.id.Vid;
import io.graphember.inference.pairs.CandidateSearch;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Values;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.publish.Publisher;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.schema.piece.KeyColumn;
import jakarta.inject.Inject;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The embeddings that a job has written, by vertex. Safe for use by several threads. */
final class EmbeddingRows {
  private static final int ROWS_AT_ONCE = 4096;

  private final Caches caches;
  private final Publisher publisher;

  @Inject
  EmbeddingRows(Caches caches, Publisher publisher) {
    this.caches = caches;
    this.publisher = publisher;
  }

  /**
   * All rows of a vertex type in some partitions.
   *
   * @param <K> class of the keys of the type
   */
  <K> CandidateSearch.Rows<K> all(
      LiveJob job, VertexCaches embeddings, int type, int[] partitions) {
    Values<K, Vector> cache = caches.open(embeddings.embeddingsOf(type));
    return consumer -> {
      for (int p : partitions) {
        List<KeyColumn> byType = publisher.keys(job, p);
        final int start = byType.stream().limit(type).mapToInt(KeyColumn::size).sum();
        KeyColumn keys = byType.get(type);
        for (int from = 0; from < keys.size(); from += ROWS_AT_ONCE) {
          job.check();
          final int to = Math.min(keys.size(), from + ROWS_AT_ONCE);
          Map<K, Vector> rows = cache.getAll(someKeys(keys, from, to));
          for (int i = from; i < to; i++) {
            K key = keyAt(keys, i);
            consumer.accept(key, Vid.of(p, start + i), present(rows.get(key), key).values());
          }
        }
      }
    };
  }

  /**
   * Rows of some vertices of a type.
   *
   * @param ids of the vertices, in any order
   * @return a row for each
   */
  float[][] of(LiveJob job, VertexCaches embeddings, int type, long[] ids) {
    final Values<Object, Vector> cache = caches.open(embeddings.embeddingsOf(type));
    final List<Object> keys = publisher.keys(job, ids);
    final float[][] found = new float[ids.length][];
    for (int from = 0; from < ids.length; from += ROWS_AT_ONCE) {
      job.check();
      final int to = Math.min(ids.length, from + ROWS_AT_ONCE);
      final Map<Object, Vector> rows = cache.getAll(new HashSet<>(keys.subList(from, to)));
      for (int i = from; i < to; i++) {
        found[i] = present(rows.get(keys.get(i)), keys.get(i)).values();
      }
    }
    return found;
  }

  private static Vector present(@Nullable Vector row, Object key) {
    if (row == null) {
      throw new IllegalStateException("no embedding was written of vertex " + key);
    }
    return row;
  }

  private static <K> Set<K> someKeys(KeyColumn keys, int from, int to) {
    Set<K> some = new HashSet<>();
    for (int i = from; i < to; i++) {
      some.add(keyAt(keys, i));
    }
    return some;
  }

  @SuppressWarnings("unchecked") // what a column holds is known when the graph is
  private static <K> K keyAt(KeyColumn keys, int row) {
    return (K) keys.keyAt(row);
  }
}
