// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Values;
import io.graphember.jobs.result.ModelPointer;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Optional;

/**
 * The parameters that jobs left: {@code GRAPH/JOB/vVERSION} in the models cache, to which the
 * catalog points. The latest run of a job replaces those of the one before. Safe for use by several
 * threads and nodes.
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

  /** Keeps the parameters of a job. */
  public void put(String graph, String job, StoredModel model) {
    final long version = graphs.nextVersion();
    final String key = path(graph, job) + "/v" + version;
    graphs.beginModel(key);
    try {
      cache().put(key, model);
      graphs.publishModel(graph, job, key, version, model.graphVersion(), model.bytes());
    } catch (RuntimeException | Error e) {
      graphs.discardModel(key);
      throw e;
    }
    cache().remove(path(graph, job));
  }

  /**
   * What a job left, of the shape of another model.
   *
   * @param setting name of the setting that names the job, for messages
   * @throws GraphemberException with code {@link NodeError#MODEL_UNKNOWN} or {@link
   *     NodeError#MODEL_MISMATCH}
   */
  public StoredModel get(String setting, String graph, String job, ModelSpec spec) {
    StoredModel model = get(setting, graph, job);
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
    return current(graph, job)
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.MODEL_UNKNOWN,
                    "%s = %s: that job has left no parameters for graph %s."
                        .formatted(setting, job, graph)));
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

  /** Those that were left before there were versions have none in their key. */
  private String key(String graph, String job) {
    return graphs.results().model(graph, job).map(ModelPointer::key).orElse(path(graph, job));
  }

  private static String path(String graph, String job) {
    return graph + "/" + job;
  }
}
