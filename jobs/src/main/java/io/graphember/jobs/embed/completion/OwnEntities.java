// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.embed.completion;

import io.graphember.graph.id.Vid;
import io.graphember.jobs.embed.rank.JobTriples;
import io.graphember.jobs.live.LiveJob;
import io.graphember.memory.array.IntArray;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.triple.End;
import io.graphember.training.job.embedding.CompletionSettings;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * What a node asks: about the entities of its partitions, so that each query is asked once in the
 * cluster. Used by one thread.
 */
final class OwnEntities {
  private final LiveJob job;
  private final CompletionSettings settings;
  private final int[] partitions;

  /** Entities of the partitions that a job has here. */
  OwnEntities(LiveJob job) {
    this.job = job;
    this.settings = job.settings().embed().completion();
    this.partitions = job.held();
  }

  /**
   * Gives questions about all entities.
   *
   * @param most of one call
   */
  void all(int most, Consumer<Questions> consumer) {
    for (int relation : CompletionStage.relations(job.graph(), settings)) {
      for (End missing : settings.ends().all()) {
        final int type = JobTriples.vertexType(job.graph(), relation, missing.other());
        for (int p : partitions) {
          final int start = JobTriples.range(job, p, type)[0];
          final KeyColumn keys = job.partition(p).keysByType().get(type);
          for (int from = 0; from < keys.size(); from += most) {
            final int[] rows = IntStream.range(from, Math.min(keys.size(), from + most)).toArray();
            consumer.accept(
                new Questions(
                    missing,
                    relation,
                    Arrays.stream(rows).mapToLong(row -> Vid.of(p, start + row)).toArray(),
                    Arrays.stream(rows).mapToObj(keys::keyAt).toArray()));
          }
        }
      }
    }
  }

  /**
   * Gives the questions that a client has sent and whose entities are here.
   *
   * @param most of one call
   */
  void given(GivenQueries queries, int most, Consumer<Questions> consumer) {
    final Map<Integer, SortedMap<Long, Object>> byRelation = new TreeMap<>();
    find(
        queries,
        (query, id, key) ->
            byRelation
                .computeIfAbsent(queries.relations()[query], relation -> new TreeMap<>())
                .put(id, key));
    for (End missing : settings.ends().all()) {
      byRelation.forEach(
          (relation, entities) -> {
            final List<Map.Entry<Long, Object>> all = List.copyOf(entities.entrySet());
            for (int from = 0; from < all.size(); from += most) {
              consumer.accept(
                  questions(
                      missing, relation, all.subList(from, Math.min(all.size(), from + most))));
            }
          });
    }
  }

  private static Questions questions(
      End missing, int relation, List<Map.Entry<Long, Object>> entities) {
    return new Questions(
        missing,
        relation,
        entities.stream().mapToLong(Map.Entry::getKey).toArray(),
        entities.stream().map(Map.Entry::getValue).toArray());
  }

  /** Numbers of the queries whose entities are here. O(vertices of the partitions). */
  int[] found(GivenQueries queries) {
    final IntArray found = new IntArray(16);
    find(queries, (query, id, key) -> found.add(query));
    return found.toArray();
  }

  private void find(GivenQueries queries, FoundConsumer consumer) {
    final KeyColumn asked = queries.entities();
    final Map<Long, IntArray> byHash = new HashMap<>();
    for (int query = 0; query < queries.count(); query++) {
      byHash.computeIfAbsent(asked.hashAt(query), hash -> new IntArray(2)).add(query);
    }
    for (int p : partitions) {
      final KeyColumn keys = job.partition(p).keys();
      for (int row = 0; row < keys.size(); row++) {
        final IntArray some = byHash.get(keys.hashAt(row));
        for (int i = 0; some != null && i < some.size; i++) {
          if (keys.sameKey(row, asked, some.values[i])) {
            consumer.found(some.values[i], Vid.of(p, row), keys.keyAt(row));
          }
        }
      }
    }
  }

  @FunctionalInterface
  private interface FoundConsumer {
    void found(int query, long id, Object key);
  }
}
