// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.Vector;
import io.graphember.graph.id.Vid;
import io.graphember.graph.store.GraphPartition;
import io.graphember.graph.store.KeySection;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.ResultWriter;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveTables;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.train.TrainerRunner;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.jobs.transport.OwnerCalls;
import io.graphember.memory.bytes.ByteReader;
import io.graphember.schema.VertexAttributes;
import io.graphember.schema.piece.KeyColumn;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.tensor.table.RowRead;
import io.graphember.training.embedding.EmbeddingParameters;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.task.Objective;
import io.graphember.training.loop.Predictor;
import io.graphember.training.sync.SoloCollective;
import jakarta.inject.Inject;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Computes results for every master of some partitions, and writes them into caches by the user's
 * key. Safe for use by several threads.
 */
public final class Publisher {
  private static final int ROWS_AT_ONCE = 4096;

  private final Caches all;
  private final NodeCalls calls;
  private final TrainerRunner trainers;

  @Inject
  Publisher(Caches all, NodeCalls calls, TrainerRunner trainers) {
    this.all = all;
    this.calls = calls;
    this.trainers = trainers;
  }

  /**
   * Publishes.
   *
   * @param partitions the partitions, wherever they are
   * @param caches where results are written
   * @return number of vertices
   */
  long publish(LiveJob job, int[] partitions, float[] parameters, VertexCaches caches) {
    GraphTask task = job.task();
    ModelSpec spec = job.settings().ofModel().spec(task.shape());
    try (ModelSession session = trainers.backend(job).open(spec);
        VertexWriters writers = new VertexWriters(all, caches)) {
      final long published =
          new Predictor(
                  trainers.context(job, new SoloCollective()),
                  TrainingParameters.of(job.settings(), task.shape()),
                  session,
                  parameters)
              .predict(
                  IntStream.of(partitions)
                      .boxed()
                      .flatMap(p -> masters(job, p, spec, writers).stream())
                      .iterator());
      writers.complete();
      return published;
    }
  }

  /** The masters of a partition that are published: they are in the order of their types. */
  private List<Predictor.Masters> masters(
      LiveJob job, int partition, ModelSpec spec, VertexWriters writers) {
    final long[] times = times(job, partition);
    List<Predictor.Masters> masters = new ArrayList<>();
    int start = 0;
    List<KeyColumn> byType = keys(job, partition);
    for (int type = 0; type < byType.size(); type++) {
      KeyColumn keys = byType.get(type);
      if (writers.writes(type)) {
        masters.add(
            new Predictor.Masters(
                partition,
                start,
                keys.size(),
                times.length == 0 ? times : Arrays.copyOfRange(times, start, start + keys.size()),
                results(job, spec, keys, writers, type)));
      }
      start += keys.size();
    }
    return masters;
  }

  private static Predictor.Results results(
      LiveJob job, ModelSpec spec, KeyColumn keys, VertexWriters writers, int type) {
    GraphTask task = job.task();
    final boolean ofEdges = job.settings().ofModel().ofPairs();
    final Objective learned = job.settings().ofModel().task().objective();
    ResultWriter<Vector> embeddings = writers.embeddings(type);
    return (first, count, logits, embeddingRows) -> {
      FloatBuffer outputs = logits.asFloatBuffer();
      for (int i = 0; i < count; i++) {
        final int row = i;
        Object key = keys.keyAt(first + row);
        writers.outputs(type, key, outputs, row * spec.outputDim(), learned, task);
        embeddings.add(
            key,
            () ->
                ofEdges
                    ? row(logits, row, spec.outputDim())
                    : row(embeddingRows, row, spec.embeddingDim()));
      }
    };
  }

  /**
   * Publishes the rows of tables as embeddings, of the masters of the partitions that a job has
   * here. The rows of several tables follow one another, each scaled to length 1.
   *
   * @param cache the cache
   * @return number of vertices
   */
  long publishRows(LiveJob job, String cache) {
    EmbeddingParameters parameters = LiveTables.parameters(job);
    long published = 0;
    try (ResultWriter<Vector> writer = all.writer(cache)) {
      for (int p : job.held()) {
        KeyColumn keys = job.partition(p).keys();
        for (int from = 0; from < keys.size(); from += ROWS_AT_ONCE) {
          job.check();
          final int to = Math.min(keys.size(), from + ROWS_AT_ONCE);
          float[][] rows = embeddings(job, parameters, p, from, to);
          for (int i = from; i < to; i++) {
            final int row = i - from;
            writer.add(keys.keyAt(i), () -> new Vector(rows[row]));
          }
        }
        published += keys.size();
      }
      writer.complete();
    }
    return published;
  }

  private static float[][] embeddings(
      LiveJob job, EmbeddingParameters parameters, int partition, int from, int to) {
    final int[] rows = IntStream.range(from, to).toArray();
    List<RowRead> reads =
        parameters.embeddingTables().stream()
            .map(table -> new RowRead(table, partition, rows, RowRead.LATEST))
            .toList();
    return parameters.embeddings(job.tables().host().get(reads), rows.length);
  }

  /**
   * Keys of a partition's masters by vertex type: from this node's slab, or from the node that owns
   * it.
   */
  public List<KeyColumn> keys(LiveJob job, int partition) {
    if (isHere(job, partition)) {
      return job.partition(partition).keysByType();
    }
    final byte[] keys =
        ask(
            job,
            partition,
            new PublishMessages.Keys(job.plan().job(), job.plan().epoch(), partition),
            "keys");
    job.work().moved(keys.length);
    return KeySection.decode(partition, ByteReader.of(keys));
  }

  /**
   * Times that the masters of a partition are seen at, of a job that learns vertices at their own
   * times; vertices that learn of edges are seen with all edges.
   *
   * @return by local number; empty if the job does not ask
   */
  private long[] times(LiveJob job, int partition) {
    if (!job.settings().train().sampling().beforeSeeds()) {
      return new long[0];
    }
    if (job.settings().ofModel().ofPairs()) {
      long[] unknown = new long[keys(job, partition).stream().mapToInt(KeyColumn::size).sum()];
      Arrays.fill(unknown, VertexAttributes.UNKNOWN);
      return unknown;
    }
    if (isHere(job, partition)) {
      return times(job.partition(partition));
    }
    final long[] times =
        ask(
            job,
            partition,
            new PublishMessages.Times(job.plan().job(), job.plan().epoch(), partition),
            "times");
    job.work().moved((long) Long.BYTES * times.length);
    return times;
  }

  static long[] times(GraphPartition partition) {
    final long[] times = partition.vertexData().times();
    if (times == null) {
      throw new IllegalStateException("the job was checked to have times");
    }
    return times;
  }

  private boolean isHere(LiveJob job, int partition) {
    return job.owners().now()[partition].equals(calls.self());
  }

  private <R> R ask(LiveJob job, int partition, Message<R> message, String what) {
    return TrainerRunner.replies(job)
        .await(
            new OwnerCalls(calls, job.owners())
                .send(
                    List.of(partition),
                    Integer::intValue,
                    (owner, asked) ->
                        calls
                            .send(owner, NodeThreads.STORAGE_EXECUTOR, message)
                            .thenApply(List::of)),
            "the %s of partition %d".formatted(what, partition))
        .get(0);
  }

  /** Keys of some vertices, in their order; each partition is asked once. */
  public List<Object> keys(LiveJob job, long[] vids) {
    Map<Integer, List<KeyColumn>> partitions = new HashMap<>();
    List<Object> keys = new ArrayList<>();
    for (long vid : vids) {
      int local = Vid.local(vid);
      for (KeyColumn column :
          partitions.computeIfAbsent(Vid.partition(vid), partition -> keys(job, partition))) {
        if (local < column.size()) {
          keys.add(column.keyAt(local));
          break;
        }
        local -= column.size(); // masters are in the order of their types
      }
    }
    return keys;
  }

  private static Vector row(ByteBuffer rows, int row, int dim) {
    float[] values = new float[dim];
    rows.asFloatBuffer().get(row * dim, values);
    return new Vector(values);
  }
}
