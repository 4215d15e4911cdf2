// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.Vector;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.ignite.live.LiveJob;
import io.graphember.inference.pairs.PairScorer;
import io.graphember.inference.pairs.PartitionScores;
import io.graphember.memory.MemoryBudget;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;

/**
 * Scores the edges of the partitions that a job has on this node, by embeddings that were written
 * before, a partition at a time. Safe for use by several threads.
 */
public final class ScoreRunner {
  private static final int ROWS_AT_ONCE = 4096;
  private static final int KEY_BYTES = 64; // an object, and often a string

  private final Ignite ignite;
  private final MemoryBudget budget;
  private final Publisher publisher;

  @Inject
  ScoreRunner(Ignite ignite, MemoryBudget budget, Publisher publisher) {
    this.ignite = ignite;
    this.budget = budget;
    this.publisher = publisher;
  }

  /**
   * Writes scores by {@link EdgeKey}.
   *
   * @param embeddings cache with the embeddings
   * @param scores cache for the scores
   * @param parameters flat, of the model that the embeddings are of
   * @throws io.graphember.spi.error.GraphemberException if the rows of a partition do not fit the
   *     memory budget, or the job is cancelled
   */
  void run(LiveJob job, String embeddings, String scores, float[] parameters) {
    PairScorer scorer = scorer(job, parameters);
    try (CacheWriter<Float> writer = CacheWriter.of(ignite, scores)) {
      for (int p : job.held()) {
        GraphPartition partition = job.partition(p);
        PartitionTopology topology = partition.topology();
        try (MemoryBudget.Reservation memory =
            budget.take(
                PartitionScores.bytes(topology, scorer.width())
                    + (long) KEY_BYTES * topology.vertices(),
                "Job %d, to score the edges of partition %d,".formatted(job.plan().job(), p))) {
          run(job, partition, scorer, ignite.cache(embeddings), writer);
        }
      }
      writer.complete();
    }
  }

  /** The scorer of a job's model and edge type. */
  static PairScorer scorer(LiveJob job, float[] parameters) {
    final int edgeType = job.settings().inference().scoredType(job.task().shape());
    return PairScorer.of(
        job.settings().spec(job.task().shape()), parameters, Math.max(0, edgeType));
  }

  private void run(
      LiveJob job,
      GraphPartition partition,
      PairScorer scorer,
      IgniteCache<Object, Vector> embeddings,
      CacheWriter<Float> writer) {
    PartitionTopology topology = partition.topology();
    PartitionScores scores =
        new PartitionScores(
            scorer,
            topology,
            job.task().vertexType(),
            job.settings().inference().scoredType(job.task().shape()));
    int[] locals = IntStream.range(0, topology.vertices()).filter(scores::needs).toArray();
    List<Object> named =
        publisher.keys(
            job,
            Arrays.stream(locals)
                .mapToLong(local -> topology.vid(partition.number(), local))
                .toArray());
    Object[] keys = new Object[topology.vertices()];
    for (int from = 0; from < locals.length; from += ROWS_AT_ONCE) {
      job.check();
      Map<Object, Integer> asked = new HashMap<>();
      for (int i = from; i < Math.min(locals.length, from + ROWS_AT_ONCE); i++) {
        keys[locals[i]] = named.get(i);
        asked.put(named.get(i), locals[i]);
      }
      give(scores, asked, embeddings.getAll(asked.keySet()).entrySet());
    }
    scores.each(
        (source, destination, score) ->
            writer.add(new EdgeKey(keys[source], keys[destination]), () -> score),
        job);
  }

  /**
   * Writes the scores of pairs.
   *
   * @param pairs all pairs, see {@link ScoredPairs}
   * @param from first pair to score
   * @param to end of the pairs to score
   * @throws io.graphember.spi.error.GraphemberException if a vertex has no embedding, or the job is
   *     cancelled
   */
  void run(
      LiveJob job,
      String embeddings,
      String scores,
      float[] parameters,
      byte[] pairs,
      int from,
      int to) {
    PairScorer scorer = scorer(job, parameters);
    ScoredPairs all = new ScoredPairs(job.graph().name(), job.task().vertices().keys(), pairs);
    try (CacheWriter<Float> writer = CacheWriter.of(ignite, scores)) {
      for (int first = from; first < to; first += ROWS_AT_ONCE) {
        job.check();
        final int end = Math.min(to, first + ROWS_AT_ONCE);
        run(scorer, ignite.cache(embeddings), all, first, end, writer);
      }
      writer.complete();
    }
  }

  private static void run(
      PairScorer scorer,
      IgniteCache<Object, Vector> embeddings,
      ScoredPairs pairs,
      int from,
      int to,
      CacheWriter<Float> writer) {
    Set<Object> keys = new HashSet<>();
    for (int pair = from; pair < to; pair++) {
      keys.add(pairs.source(pair));
      keys.add(pairs.destination(pair));
    }
    Map<Object, Vector> rows = embeddings.getAll(keys);
    float[] head = new float[scorer.width()];
    float[] tail = new float[scorer.width()];
    for (int pair = from; pair < to; pair++) {
      EdgeKey edge = new EdgeKey(pairs.source(pair), pairs.destination(pair));
      scorer.head(row(rows, edge.source(), pairs), head, 0);
      scorer.tail(row(rows, edge.destination(), pairs), tail, 0, 1);
      writer.add(edge, () -> scorer.score(head, 0, tail, 0));
    }
  }

  private static float[] row(Map<Object, Vector> rows, Object key, ScoredPairs pairs) {
    Vector row = rows.get(key);
    if (row == null) {
      throw pairs.unknown(key);
    }
    return row.values();
  }

  private static void give(
      PartitionScores scores,
      Map<Object, Integer> locals,
      Collection<Map.Entry<Object, Vector>> rows) {
    rows.forEach(row -> scores.give(locals.get(row.getKey()), row.getValue().values()));
  }
}
