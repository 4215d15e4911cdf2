// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.training.job.JobSettings;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Function;

/**
 * Names of the caches that results of vertices are written to, as a coordinator tells them to
 * nodes. Immutable.
 */
final class VertexCaches implements Serializable {
  private static final long serialVersionUID = 1L;

  private final String[] predictions; // by number of the vertex type; null for none
  private final String[] embeddings;

  /** The caches of a job. */
  VertexCaches(Publications publications, GraphInfo graph, JobSettings settings) {
    this.predictions =
        byType(graph, t -> publications.cache(VertexResults.kindOfPredictions(settings), t));
    this.embeddings = byType(graph, t -> publications.cache(VertexResults.EMBEDDINGS, t));
  }

  private static String[] byType(GraphInfo graph, Function<GraphInfo.Vertices, String> cache) {
    return graph.vertexTypes().stream().map(cache).toArray(String[]::new);
  }

  /** Number of vertex types. */
  int vertexTypes() {
    return predictions.length;
  }

  /** Cache of predictions, or of values, of a vertex type; null for none. */
  String predictions(int vertexType) {
    return predictions[vertexType];
  }

  /** Cache of embeddings of a vertex type; null for none. */
  String embeddings(int vertexType) {
    return embeddings[vertexType];
  }

  /** True if there are embeddings of any vertex type. */
  boolean embeds() {
    return Arrays.stream(embeddings).anyMatch(Objects::nonNull);
  }
}
