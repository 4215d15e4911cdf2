// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Values;
import io.graphember.jobs.result.ModelPointer;
import io.graphember.jobs.result.PublishingRun;
import io.graphember.jobs.result.ResultName;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;

/**
 * The parameters that jobs left: {@code GRAPH/JOB/vVERSION} in the models cache, to which the
 * catalog points. The latest run of a job replaces those of the one before, which stay as the
 * previous or go. Safe for use by several threads and nodes.
 */
public final class ModelCatalog {
  private final Caches caches;
  private final GraphCatalog graphs;

  /** The models of a node's cluster, to which its catalog points. */
  @Inject
  public ModelCatalog(Caches caches, GraphCatalog graphs) {
    this.caches = caches;
    this.graphs = graphs;
  }

  private Values<String, StoredModel> cache() {
    return caches.open(CacheNames.MODELS);
  }

  /**
   * Keeps the parameters of a job.
   *
   * @param run whose they are
   */
  public void put(String graph, String job, PublishingRun run, StoredModel model) {
    final long version = graphs.nextVersion();
    final String key = path(graph, job) + "/v" + version;
    graphs.beginModel(key);
    try {
      cache().put(key, model);
      graphs.publishModel(
          new ResultName(graph, job),
          run,
          new ModelPointer(key, version, 0, model.graphVersion(), model.bytes()));
    } catch (RuntimeException | Error e) {
      graphs.discardModel(key);
      throw e;
    }
    cache().remove(path(graph, job));
  }

  /**
   * The key of what a job left last, for {@link #get}.
   *
   * @param setting name of the setting that names the job, for messages
   * @throws GraphemberException with code {@link NodeError#MODEL_UNKNOWN}
   */
  public String currentKey(String setting, String graph, String job) {
    final String key = key(graph, job);
    cache().get(key).orElseThrow(() -> unknown(setting, graph, job));
    return key;
  }

  /**
   * What a job left under a key, of the shape of another model; it stays until the job that asks is
   * released, though the job that left it may replace it.
   *
   * @param user number of the job that asks
   * @param node its coordinator
   * @param setting name of the setting that names the job, for messages
   * @param key of {@link #currentKey}
   * @throws GraphemberException with code {@link NodeError#MODEL_UNKNOWN} or {@link
   *     NodeError#MODEL_MISMATCH}
   */
  public StoredModel get(
      long user, UUID node, String setting, String graph, String job, String key, ModelSpec spec) {
    graphs.useModel(user, node, key);
    StoredModel model = cache().get(key).orElseThrow(() -> unknown(setting, graph, job));
    if (!model.fits(spec)) {
      throw new GraphemberException(
          NodeError.MODEL_MISMATCH,
          "%s = %s: that model is %s, this job's is %s; they must be of one shape."
              .formatted(setting, job, model, new StoredModel(spec, 0, new float[0])));
    }
    return model;
  }

  /**
   * What a job left.
   *
   * @param setting name of what names the job, for messages
   * @throws GraphemberException with code {@link NodeError#MODEL_UNKNOWN}
   */
  public StoredModel get(String setting, String graph, String job) {
    return current(graph, job).orElseThrow(() -> unknown(setting, graph, job));
  }

  private static GraphemberException unknown(String setting, String graph, String job) {
    return new GraphemberException(
        NodeError.MODEL_UNKNOWN,
        "%s = %s: that job has left no parameters for graph %s.".formatted(setting, job, graph));
  }

  /** The parameters of the latest run. */
  private Optional<StoredModel> current(String graph, String job) {
    String key = key(graph, job);
    while (true) {
      Optional<StoredModel> model = cache().get(key);
      String now = key(graph, job);
      if (model.isPresent() || now.equals(key)) {
        return model;
      }
      key = now; // another run has replaced it meanwhile
    }
  }

  /** True if a model is what its job left last. */
  public boolean isCurrent(String key) {
    final String[] path = key.split("/", 3);
    return path.length > 1 && key(path[0], path[1]).equals(key) && cache().get(key).isPresent();
  }

  /** Those that were left before there were versions have none in their key. */
  private String key(String graph, String job) {
    return graphs.results().model(graph, job).map(ModelPointer::key).orElse(path(graph, job));
  }

  private static String path(String graph, String job) {
    return graph + "/" + job;
  }
}
