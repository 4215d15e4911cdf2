// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.ignite.NodeError;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.error.GraphemberException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;

/**
 * The parameters that jobs left, by graph and job: {@code GRAPH/JOB} in the models cache. The
 * latest run of a job overwrites those of the one before. Safe for use by several threads and
 * nodes.
 */
public final class ModelCatalog {
  private final Ignite ignite;

  /** The models of a node's cluster. */
  public ModelCatalog(Ignite ignite) {
    this.ignite = ignite;
  }

  private IgniteCache<String, StoredModel> cache() {
    return ignite.cache(GraphemberCaches.MODELS);
  }

  /** Keeps the parameters of a job. */
  public void put(String graph, String job, StoredModel model) {
    cache().put(path(graph, job), model);
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
    StoredModel model = cache().get(path(graph, job));
    if (model == null) {
      throw new GraphemberException(
          NodeError.MODEL_UNKNOWN,
          "%s = %s: that job has left no parameters for graph %s.".formatted(setting, job, graph));
    }
    return model;
  }

  private static String path(String graph, String job) {
    return graph + "/" + job;
  }
}
