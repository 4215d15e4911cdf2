// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.Publication;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the embeddings that jobs have published. Safe for use by several threads. */
public final class EmbeddingPublications {
  private final GraphCatalog graphs;

  /** What the catalog says. */
  @Inject
  public EmbeddingPublications(GraphCatalog graphs) {
    this.graphs = graphs;
  }

  /**
   * The current embeddings of a job.
   *
   * @param vertexType which, where there are embeddings of several vertex types
   * @throws GraphemberException with code {@link NodeError#EMBEDDING_UNKNOWN}, or {@link
   *     NodeError#REQUEST_MALFORMED} if there are several and none is named
   */
  public Publication find(String graph, String job, Optional<String> vertexType) {
    final List<Publication> all = graphs.publications(graph, job, VertexResults.EMBEDDINGS);
    if (all.isEmpty()) {
      throw new GraphemberException(
          NodeError.EMBEDDING_UNKNOWN,
          "Job %s has published no embeddings of graph %s: graphember results lists what there is."
              .formatted(job, graph));
    }
    final String types =
        all.stream().map(Publication::vertexType).collect(Collectors.joining(", "));
    if (vertexType.isEmpty() && all.size() > 1) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "Job %s has published embeddings of several vertex types: say which of %s."
              .formatted(job, types));
    }
    return all.stream()
        .filter(found -> vertexType.isEmpty() || vertexType.get().equals(found.vertexType()))
        .findFirst()
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.EMBEDDING_UNKNOWN,
                    "Job %s has published no embeddings of vertex type %s of graph %s, but of %s."
                        .formatted(job, vertexType.get(), graph, types)));
  }
}
