// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.GraphInfo;
import io.graphember.config.SettingsDocument;
import io.graphember.training.embedding.EmbeddedGraph;
import io.graphember.training.embedding.EmbeddingParameters;
import io.graphember.training.job.JobSettings;

/**
 * What a job of embeddings has left in a cache of tables, and what it takes to read it.
 *
 * @param cache the cache
 * @param settings the job, as JSON
 * @param graph the version of the graph that rows are of
 * @param manifest manifest of the last checkpoint in the cache
 */
public record StoredEmbedding(String cache, String settings, GraphInfo graph, byte[] manifest) {
  /** The parameters of the job. */
  public EmbeddingParameters parameters() {
    JobSettings job = SettingsDocument.parse("job", settings).bind(JobSettings.class);
    return parameters(job, graph);
  }

  /** The parameters of a job of embeddings over a graph. */
  public static EmbeddingParameters parameters(JobSettings job, GraphInfo graph) {
    return EmbeddingParameters.of(
        job.embed().embedding(),
        job.seed(),
        new EmbeddedGraph(
            graph.vertices(), graph.edges(), graph.edgeTypes().size(), graph.partitions()));
  }
}
