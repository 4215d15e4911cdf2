// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.graph.store.GraphPartition;
import io.graphember.ignite.backend.SliceEngines;
import io.graphember.ignite.live.GraphTask;
import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.live.RowKind;
import io.graphember.ignite.wiring.NodeThreads;
import io.graphember.inference.layerwise.InferencePartition;
import io.graphember.inference.layerwise.LayerOutput;
import io.graphember.inference.layerwise.LayerTimes;
import io.graphember.inference.layerwise.LayerwiseInference;
import io.graphember.inference.layerwise.RunnerFactory;
import io.graphember.ingest.KeyColumn;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.training.job.VertexTask;
import jakarta.inject.Inject;
import java.nio.FloatBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;

/**
 * Runs trained models over whole graphs on this node, and writes what leaves them into caches by
 * the user's key. Partitions that lie on other nodes are read from the graph's cache for the time
 * of the run. Safe for use by several threads.
 */
public final class InferenceRunner {
  private final Ignite ignite;
  private final NodeThreads threads;
  private final MemoryBudget budget;
  private final ProgressReports reports;
  private final SliceEngines engines;
  private final InferenceFolders folders;

  @Inject
  InferenceRunner(
      Ignite ignite,
      NodeThreads threads,
      MemoryBudget budget,
      ProgressReports reports,
      SliceEngines engines) {
    this.ignite = ignite;
    this.threads = threads;
    this.budget = budget;
    this.reports = reports;
    this.engines = engines;
    this.folders = new InferenceFolders(ignite);
  }

  /**
   * Runs a model.
   *
   * @param parameters flat, see {@link ModelSpec#layout()}
   * @param predictions cache for predictions, or null
   * @param embeddings cache for embeddings, or null
   * @return where the time went, a layer each
   * @throws io.graphember.spi.error.GraphemberException if the graph or what is kept between layers
   *     does not fit the memory budget, or the job is cancelled
   */
  List<LayerTimes> run(LiveJob job, float[] parameters, String predictions, String embeddings) {
    reports.of(job, 0).phase(JobPhase.INFER);
    GraphTask task = job.task();
    ModelSpec spec = job.settings().spec(task.shape());
    RunnerFactory runners = engines.open(job.settings().inference().engine());
    try (MemoryBudget.Reservation memory =
            budget.take(
                missingBytes(job),
                "Job %d on graph %s, for partitions of other nodes,"
                    .formatted(job.plan().job(), job.graph().name()));
        CacheWriter<Object> predictionWriter = CacheWriter.of(ignite, predictions);
        CacheWriter<float[]> embeddingWriter = CacheWriter.of(ignite, embeddings)) {
      List<GraphPartition> partitions = partitions(job);
      Output output =
          new Output(
              spec,
              task,
              job.settings().training().task(),
              partitions,
              predictionWriter,
              embeddingWriter);
      List<LayerTimes> times =
          folders.with(
              job,
              parameters,
              storage ->
                  new LayerwiseInference(
                          spec,
                          parameters,
                          partitions.stream()
                              .map(p -> read(p, job.rowDim(RowKind.VERTICES)))
                              .toList(),
                          runners,
                          threads.workers(),
                          job,
                          storage)
                      .run(budget, output, (layer, masters) -> {}));
      predictionWriter.complete();
      embeddingWriter.complete();
      return times;
    }
  }

  private static InferencePartition read(GraphPartition partition, int dim) {
    return new InferencePartition(
        partition.number(), partition.topology(), partition.edgeData(), partition.inputRows(dim));
  }

  private static long missingBytes(LiveJob job) {
    int[] held = job.held();
    long bytes = 0;
    for (int p = 0; p < job.graph().partitions(); p++) {
      bytes += Arrays.binarySearch(held, p) < 0 ? job.graph().slabBytes().get(p) : 0;
    }
    return bytes;
  }

  /** All partitions: those that the job has here, and the others from the cache. */
  private List<GraphPartition> partitions(LiveJob job) {
    IgniteCache<Long, byte[]> blocks = ignite.cache(job.graph().cache());
    int[] held = job.held();
    List<GraphPartition> partitions = new ArrayList<>();
    for (int p = 0; p < job.graph().partitions(); p++) {
      partitions.add(
          Arrays.binarySearch(held, p) >= 0
              ? job.partition(p)
              : LiveStore.load(job.graph(), p, blocks::get, job));
    }
    return partitions;
  }

  /** Writes predictions from the last layer, and embeddings from it or from the one before. */
  private record Output(
      ModelSpec spec,
      GraphTask task,
      VertexTask learned,
      List<GraphPartition> partitions,
      CacheWriter<Object> predictions,
      CacheWriter<float[]> embeddings)
      implements LayerOutput {

    @Override
    public boolean wants(int layer) {
      return layer == spec.layers() - 1 || embeddings.writes() && layer == embeddingLayer();
    }

    private int embeddingLayer() {
      return spec.embedsOutput() ? spec.layers() - 1 : spec.layers() - 2;
    }

    @Override
    public void accept(int layer, int partition, int first, int count, float[] rows, int stride) {
      final int last = spec.layers() - 1;
      final boolean embeds = embeddings.writes() && layer == embeddingLayer();
      if (layer != last && !embeds) {
        return;
      }
      GraphPartition of = partitions.get(partition);
      KeyColumn keys = of.keysByType().get(task.vertexType());
      final int start = of.topology().types().start(task.vertexType());
      final int end = of.topology().types().start(task.vertexType() + 1);
      FloatBuffer scores = FloatBuffer.wrap(rows);
      for (int master = Math.max(first, start); master < Math.min(first + count, end); master++) {
        final int at = (master - first) * stride;
        final Object key = keys.keyAt(master - start);
        if (layer == last) {
          predictions.add(key, () -> Predictions.of(scores, at, learned, task));
        }
        if (embeds) {
          embeddings.add(key, () -> Arrays.copyOfRange(rows, at, at + spec.embeddingDim()));
        }
      }
    }
  }
}
