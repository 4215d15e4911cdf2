// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.embedding;

import io.graphember.client.ClientError;
import io.graphember.client.GraphemberClient;
import io.graphember.client.PublishedTable;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.Publication;
import io.graphember.client.api.PublicationKind;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Some of the embeddings that a job has published, of one vertex type: that whose classes it has
 * predicted, or the first.
 *
 * @param vertexType name of their vertex type
 * @param vertices how many embeddings were published
 * @param keys of the vertices
 * @param rows embedding of each, 1 or more
 * @param labels predicted class of each; empty if the job has predicted none
 */
public record EmbeddingSample(
    String vertexType, long vertices, List<Object> keys, List<float[]> rows, List<String> labels) {
  /**
   * Reads what a job has published; empty if that is no embeddings, or they were dropped or
   * replaced since.
   *
   * @param most vertices
   */
  public static Optional<EmbeddingSample> of(GraphemberClient client, JobResult result, int most) {
    try {
      return publication(result).map(published -> read(client, result, published, most));
    } catch (GraphemberException e) {
      if (e.is(ClientError.PUBLICATION_MISSING)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Optional<Publication> publication(JobResult result) {
    final List<Publication> embeddings = of(result, PublicationKind.EMBEDDINGS);
    return embeddings.stream()
        .filter(of -> predictions(result, of).isPresent())
        .findFirst()
        .or(() -> embeddings.stream().findFirst());
  }

  private static List<Publication> of(JobResult result, PublicationKind<?> kind) {
    return result.publications().values().stream()
        .filter(of -> of.kind().equals(kind.name()) && of.entries() > 0)
        .toList();
  }

  /** Predictions for the same vertices. */
  private static Optional<Publication> predictions(JobResult result, Publication embeddings) {
    return of(result, PublicationKind.PREDICTIONS).stream()
        .filter(of -> of.vertexType() != null && of.vertexType().equals(embeddings.vertexType()))
        .findFirst();
  }

  private static EmbeddingSample read(
      GraphemberClient client, JobResult result, Publication published, int most) {
    final String graph = result.graph().name();
    final String type = String.valueOf(published.vertexType());
    final PublishedTable<float[]> table = client.embeddings(graph, result.name(), type);
    if (!table.publication().cache().equals(published.cache())) {
      throw new GraphemberException(
          ClientError.PUBLICATION_MISSING, "Cache %s was replaced.".formatted(published.cache()));
    }
    final Map<Object, float[]> some = table.sample(most);
    final List<Object> keys = some.keySet().stream().limit(most).toList();
    return new EmbeddingSample(
        type,
        published.entries(),
        keys,
        keys.stream().map(some::get).toList(),
        predictions(result, published)
            .map(of -> labels(client.predictions(graph, result.name()), keys))
            .orElse(List.of()));
  }

  private static List<String> labels(PublishedTable<Prediction> predictions, List<Object> keys) {
    final Map<Object, Prediction> known = predictions.getAll(Set.copyOf(keys));
    final List<String> labels = new ArrayList<>();
    for (Object key : keys) {
      final Prediction prediction = known.get(key);
      labels.add(prediction == null ? "" : prediction.label());
    }
    return labels;
  }
}
