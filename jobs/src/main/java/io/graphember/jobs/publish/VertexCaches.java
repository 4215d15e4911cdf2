// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.GraphInfo;
import io.graphember.training.job.JobSettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Names of the caches that results of vertices are written to, as a coordinator tells them to
 * nodes; each by number of the vertex type, and empty for a type without such results.
 *
 * @param predictions caches of predictions, or of values
 * @param embeddings caches of embeddings
 */
public record VertexCaches(List<Optional<String>> predictions, List<Optional<String>> embeddings) {
  /** The caches of a job. */
  public static VertexCaches of(Publications publications, GraphInfo graph, JobSettings settings) {
    return new VertexCaches(
        byType(graph, t -> publications.cache(VertexResults.kindOfPredictions(settings), t)),
        byType(graph, t -> publications.cache(VertexResults.EMBEDDINGS, t)));
  }

  private static List<Optional<String>> byType(
      GraphInfo graph, Function<GraphInfo.Vertices, String> cache) {
    return graph.vertexTypes().stream().map(cache).map(Optional::ofNullable).toList();
  }

  /** Cache of the embeddings of a vertex type, which has some. */
  public String embeddingsOf(int vertexType) {
    return embeddings.get(vertexType).orElseThrow();
  }

  /** True if there are embeddings of any vertex type. */
  public boolean embeds() {
    return embeddings.stream().anyMatch(Optional::isPresent);
  }
}
