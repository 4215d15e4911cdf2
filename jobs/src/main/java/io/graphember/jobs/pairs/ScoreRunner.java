// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.pairs;

import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.Vector;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.inference.pairs.PairScorer;
import io.graphember.inference.pairs.PartitionScores;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.ResultWriter;
import io.graphember.jobs.cluster.Values;
import io.graphember.jobs.fit.PairTypes;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.publish.Predictions;
import io.graphember.jobs.publish.Publisher;
import io.graphember.jobs.publish.VertexCaches;
import io.graphember.memory.MemoryBudget;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Scores the edges of the partitions that a job has on this node, by embeddings that were written
 * before, a partition at a time. Safe for use by several threads.
 */
public final class ScoreRunner {
  private static final int ROWS_AT_ONCE = 4096;
  private static final int KEY_BYTES = 64; // an object, and often a string

  private final Caches caches;
  private final Publisher publisher;

  @Inject
  ScoreRunner(Caches caches, Publisher publisher) {
    this.caches = caches;
    this.publisher = publisher;
  }

  /**
   * Writes scores by {@link EdgeKey}, or predictions of classes.
   *
   * @param embeddings caches with the embeddings
   * @param scores cache for the scores
   * @param parameters flat, of the model that the embeddings are of
   * @throws io.graphember.spi.error.GraphemberException if the rows of a partition do not fit the
   *     memory budget, or the job is cancelled
   */
  void run(LiveJob job, VertexCaches embeddings, String scores, float[] parameters) {
    PairTypes types = PairTypes.of(job);
    PairScorer scorer = scorer(job, types, parameters);
    try (ResultWriter<Object> writer = caches.writer(scores)) {
      for (int p : job.held()) {
        GraphPartition partition = job.partition(p);
        PartitionTopology topology = partition.topology();
        try (MemoryBudget.Reservation memory =
            job.budget()
                .take(
                    PartitionScores.bytes(topology, scorer.width())
                        + (long) KEY_BYTES * topology.vertices(),
                    "Job %d, to score the edges of partition %d,".formatted(job.plan().job(), p))) {
          run(job, partition, types, scorer, embeddings, writer);
        }
      }
      writer.complete();
    }
  }

  /** The scorer of a job's model and edge type. */
  static PairScorer scorer(LiveJob job, PairTypes types, float[] parameters) {
    return PairScorer.of(
        job.settings().ofModel().spec(job.task().shape()),
        parameters,
        Math.max(0, types.edgeType()));
  }

  private void run(
      LiveJob job,
      GraphPartition partition,
      PairTypes types,
      PairScorer scorer,
      VertexCaches embeddings,
      ResultWriter<Object> writer) {
    PartitionScores scores =
        new PartitionScores(
            scorer, partition.topology(), types.head(), types.tail(), types.edgeType());
    Object[] keys = new Object[partition.topology().vertices()];
    for (int type : IntStream.of(types.head(), types.tail()).distinct().toArray()) {
      give(job, partition, type, caches.open(embeddings.embeddingsOf(type)), keys, scores);
    }
    final List<String> classNames = job.task().edgeClassNames();
    scores.each(
        (source, destination, ofEdge) ->
            writer.add(
                new EdgeKey(keys[source], keys[destination]), () -> result(ofEdge, classNames)),
        job);
  }

  /** What is published of an edge: its score, or where classes are learned the most likely one. */
  private static Object result(float[] scores, List<String> classNames) {
    return classNames.isEmpty() ? (Object) scores[0] : Predictions.of(scores, classNames);
  }

  /** Gives the rows of all vertices of a type, and fills in their keys. */
  private void give(
      LiveJob job,
      GraphPartition partition,
      int type,
      Values<Object, Vector> embeddings,
      Object[] keys,
      PartitionScores scores) {
    PartitionTopology topology = partition.topology();
    int[] locals =
        IntStream.range(0, topology.vertices())
            .filter(local -> topology.types().vertexType(local) == type)
            .toArray();
    List<Object> named =
        publisher.keys(
            job,
            Arrays.stream(locals)
                .mapToLong(local -> topology.vid(partition.number(), local))
                .toArray());
    for (int from = 0; from < locals.length; from += ROWS_AT_ONCE) {
      job.check();
      Map<Object, Integer> asked = new HashMap<>();
      for (int i = from; i < Math.min(locals.length, from + ROWS_AT_ONCE); i++) {
        keys[locals[i]] = named.get(i);
        asked.put(named.get(i), locals[i]);
      }
      Map<Object, Vector> rows = embeddings.getAll(asked.keySet());
      asked.forEach(
          (key, local) -> {
            Vector row = rows.get(key);
            if (row != null) {
              scores.give(local, row.values());
            }
          });
    }
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
      VertexCaches embeddings,
      String scores,
      float[] parameters,
      byte[] pairs,
      int from,
      int to) {
    PairTypes types = PairTypes.of(job);
    PairScorer scorer = scorer(job, types, parameters);
    ScoredPairs all = new ScoredPairs(job.graph(), types, pairs);
    Values<Object, Vector> heads = caches.open(embeddings.embeddingsOf(types.head()));
    Values<Object, Vector> tails = caches.open(embeddings.embeddingsOf(types.tail()));
    final List<String> classNames = job.task().edgeClassNames();
    try (ResultWriter<Object> writer = caches.writer(scores)) {
      for (int first = from; first < to; first += ROWS_AT_ONCE) {
        job.check();
        final int end = Math.min(to, first + ROWS_AT_ONCE);
        run(scorer, heads, tails, all, first, end, classNames, writer);
      }
      writer.complete();
    }
  }

  private static void run(
      PairScorer scorer,
      Values<Object, Vector> heads,
      Values<Object, Vector> tails,
      ScoredPairs pairs,
      int from,
      int to,
      List<String> classNames,
      ResultWriter<Object> writer) {
    List<EdgeKey> edges =
        IntStream.range(from, to)
            .mapToObj(pair -> new EdgeKey(pairs.source(pair), pairs.destination(pair)))
            .toList();
    Map<Object, Vector> headRows = rows(heads, edges.stream().map(EdgeKey::source));
    Map<Object, Vector> tailRows = rows(tails, edges.stream().map(EdgeKey::destination));
    float[] head = new float[scorer.width()];
    float[] tail = new float[scorer.width()];
    float[] ofEdge = new float[scorer.outputs()];
    for (EdgeKey edge : edges) {
      Vector source = headRows.get(edge.source());
      if (source == null) {
        throw pairs.unknownSource(edge.source());
      }
      Vector destination = tailRows.get(edge.destination());
      if (destination == null) {
        throw pairs.unknownDestination(edge.destination());
      }
      scorer.head(source.values(), head, 0);
      scorer.tail(destination.values(), tail, 0, 1);
      scorer.score(head, 0, tail, 0, ofEdge);
      writer.add(edge, () -> result(ofEdge, classNames));
    }
  }

  private static Map<Object, Vector> rows(Values<Object, Vector> embeddings, Stream<Object> keys) {
    return embeddings.getAll(keys.collect(Collectors.toSet()));
  }
}
