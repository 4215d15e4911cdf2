// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.GraphInfo;
import io.graphember.training.job.JobSettings;
import java.util.List;
import java.util.Optional;

/**
 * Names of the caches that results of vertices are written to, as a coordinator sends them to
 * nodes; each by number of the vertex type, and empty for a type without such results.
 *
 * @param outputs caches of what is made of outputs
 * @param embeddings caches of embeddings
 */
public record VertexCaches(List<OfKind> outputs, List<Optional<String>> embeddings) {
  /**
   * The caches of a kind.
   *
   * @param caches by number of the vertex type
   */
  public record OfKind(OutputKind kind, List<Optional<String>> caches) {}

  /** The caches of a job. */
  public static VertexCaches of(Publications publications, GraphInfo graph, JobSettings settings) {
    return new VertexCaches(
        OutputKind.of(settings).stream()
            .map(kind -> new OfKind(kind, byType(graph, publications, kind.text())))
            .toList(),
        byType(graph, publications, VertexResults.EMBEDDINGS));
  }

  private static List<Optional<String>> byType(
      GraphInfo graph, Publications publications, String kind) {
    return graph.vertexTypes().stream().map(type -> publications.cache(kind, type)).toList();
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
