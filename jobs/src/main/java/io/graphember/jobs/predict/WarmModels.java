// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.predict;

import io.graphember.client.api.GraphInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.inference.predict.FewVertices;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.ModelCatalog;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.live.GraphTask;
import io.graphember.jobs.result.ResultName;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The models that this node is asked for, each for the current version of its graph. A model that
 * nobody has asked for is forgotten after {@value #IDLE_MINUTES} minutes. Safe for use by several
 * threads.
 */
public final class WarmModels {
  private static final long IDLE_MINUTES = 10;
  private static final int MOST_EDGES = 1 << 22;
  private static final int COPIES = 3; // as stored, flat, and as the kernels read them

  private final GraphCatalog graphs;
  private final ModelCatalog models;
  private final MemoryBudget budget;
  private final Map<ResultName, WarmModel> warm = new HashMap<>();
  private final Object opening = new Object();

  /** A node that has no model yet. */
  @Inject
  public WarmModels(GraphCatalog graphs, ModelCatalog models, MemoryBudget budget) {
    this.graphs = graphs;
    this.models = models;
    this.budget = budget;
  }

  /**
   * The model that a job left last, for the current version of its graph.
   *
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN}, {@link
   *     NodeError#MODEL_UNKNOWN}, {@link NodeError#MODEL_MISMATCH}, {@link
   *     NodeError#ARCHITECTURE_MISSING}, {@link NodeError#FORMAT_UNKNOWN}, or as a job on that
   *     graph is refused
   */
  WarmModel get(String graph, String job) {
    final ResultName name = new ResultName(graph, job);
    final List<String> texts = graphs.texts(graph, job);
    return find(name).filter(known -> known.isOf(texts)).orElseGet(() -> open(name, texts));
  }

  /** One at a time; who comes later finds it. */
  private WarmModel open(ResultName name, List<String> texts) {
    synchronized (opening) {
      final Optional<WarmModel> before = find(name).filter(known -> known.isOf(texts));
      if (before.isPresent()) {
        return before.get();
      }
      final WarmModel opened = open(texts, graphs.graph(name.graph(), null), name.job());
      put(name, opened);
      return opened;
    }
  }

  private synchronized Optional<WarmModel> find(ResultName name) {
    return Optional.ofNullable(warm.get(name));
  }

  private synchronized void put(ResultName name, WarmModel opened) {
    final WarmModel before = warm.put(name, opened);
    if (before != null) {
      before.close();
    }
  }

  private WarmModel open(List<String> texts, GraphInfo graph, String job) {
    final StoredModel stored = models.get("job", graph.name(), job);
    final JobSettings settings =
        SettingsDocument.parse("job " + job, stored.job().orElseThrow(() -> unfit(job)))
            .bind(JobSettings.class);
    final GraphTask task = GraphTask.of(graph, settings);
    final ModelSpec spec = stored.spec();
    if (!stored.fits(settings.ofModel().spec(task.shape()))) {
      throw new GraphemberException(
          NodeError.MODEL_MISMATCH,
          "job = %s: its model is %s, which does not fit version %d of graph %s; it was trained on version %d: train it again."
              .formatted(job, stored, graph.version(), graph.name(), stored.graphVersion()));
    }
    final Optional<String> learned =
        task.shape().learned() ? Optional.of(learned(job, stored, graph)) : Optional.empty();
    final MemoryBudget.Reservation memory =
        budget.take(COPIES * stored.bytes(), "The model of job %s".formatted(job));
    try {
      return new WarmModel(
          texts,
          stored.graphVersion(),
          graph,
          settings,
          new FewVertices(spec, stored.parameters(), MOST_EDGES),
          ReadGraph.of(graph, spec.inputDim(), learned),
          memory,
          budget);
    } catch (RuntimeException | Error e) { // a full heap must not keep the budget too
      memory.close();
      throw e;
    }
  }

  private static GraphemberException unfit(String job) {
    return new GraphemberException(
        NodeError.MODEL_MISMATCH,
        "job = %s: its model was kept by a version of Graphember that did not keep what it predicts: train it again."
            .formatted(job));
  }

  private static String learned(String job, StoredModel model, GraphInfo graph) {
    return model
        .learnableEmbeddings()
        .filter(cache -> model.graphVersion() == graph.version())
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.MODEL_MISMATCH,
                    "job = %s: it has learnable embeddings of version %d of graph %s, this is version %d; rows belong to the vertices of one version: train it again."
                        .formatted(job, model.graphVersion(), graph.name(), graph.version())));
  }

  /** Forgets models that nobody uses, or whose graph was dropped. Called again and again. */
  public void look() {
    final Map<ResultName, WarmModel> now;
    synchronized (this) {
      now = Map.copyOf(warm);
    }
    now.forEach(
        (name, model) -> {
          if (model.idleNanos() > TimeUnit.MINUTES.toNanos(IDLE_MINUTES)
              || !graphs.has(model.graph())) {
            forget(name, model);
          }
        });
  }

  private synchronized void forget(ResultName name, WarmModel model) {
    if (warm.remove(name, model)) {
      model.close();
    }
  }

  /** Forgets everything. */
  public synchronized void forgetAll() {
    Map.copyOf(warm).forEach(this::forget);
  }

  /** Bytes of heap that parameters take. */
  public synchronized long bytes() {
    return warm.values().stream().mapToLong(WarmModel::bytes).sum();
  }
}
