// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.retrain.RetrainInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.result.ResultName;
import io.graphember.jobs.retrain.GraphChange;
import io.graphember.jobs.retrain.RetrainWatch;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.update.RetrainSettings;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Jobs whose models the cluster trains on, as clients see them. Safe for use by several threads.
 */
final class RetrainListing {
  private final GraphCatalog graphs;

  @Inject
  RetrainListing(GraphCatalog graphs) {
    this.graphs = graphs;
  }

  /** All of them, by name of graph and job. */
  List<RetrainInfo> all() {
    final Map<String, GraphInfo> current = new HashMap<>();
    graphs.graphs().forEach(version -> current.put(version.name(), version)); // the last one stays
    return graphs.retrains().all().stream()
        .map(watch -> info(watch, current.get(watch.graph())))
        .toList();
  }

  private static RetrainInfo info(RetrainWatch watch, @Nullable GraphInfo current) {
    final RetrainSettings settings =
        SettingsDocument.parse("job " + watch.job(), watch.settings())
            .bind(JobSettings.class)
            .train()
            .retraining()
            .orElseThrow();
    return new RetrainInfo(
        watch.graph(),
        watch.job(),
        watch.owner(),
        watch.base().version(),
        current == null ? null : current.version(),
        current == null ? 0 : watch.base().share(GraphChange.of(current)),
        settings.changedShare(),
        watch.figure(),
        watch.running(),
        watch.retrainings(),
        watch.published(),
        watch.last());
  }

  /**
   * Trains a model on no more.
   *
   * @throws GraphemberException with code {@link NodeError#RETRAIN_UNKNOWN}
   */
  void stop(String graph, String job) {
    if (!graphs.retrains().end(new ResultName(graph, job))) {
      throw new GraphemberException(
          NodeError.RETRAIN_UNKNOWN,
          "The model of job %s on graph %s is not trained on by the cluster: 'graphember retrain' lists those that are."
              .formatted(job, graph));
    }
  }
}
