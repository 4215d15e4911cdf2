// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.page;

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
 * Embeddings of some vertices in two dimensions.
 *
 * @param vertexType name of their vertex type
 * @param vertices how many embeddings were published
 * @param dimensions of an embedding
 * @param explained share of the variance that the two have
 * @param keys of the vertices, as text
 * @param x first component of each
 * @param y second one
 * @param labels predicted class of each; empty if the job has predicted none
 */
public record EmbeddingMap(
    String vertexType,
    long vertices,
    int dimensions,
    double explained,
    List<String> keys,
    float[] x,
    float[] y,
    List<String> labels) {
  /** Vertices that a page shows: more would cover one another. */
  private static final int SHOWN = 2_000;

  /**
   * Reads what a job has published; empty if that is no embeddings, or they were dropped or
   * replaced since.
   */
  public static Optional<EmbeddingMap> of(GraphemberClient client, JobResult result) {
    try {
      return publication(result).map(published -> read(client, result, published));
    } catch (GraphemberException e) {
      if (e.is(ClientError.PUBLICATION_MISSING)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Embeddings of the vertices that the job has predicted classes of, or of the first type. */
  private static Optional<Publication> publication(JobResult result) {
    final List<Publication> embeddings =
        result.publications().values().stream().filter(EmbeddingMap::embeds).toList();
    final Optional<Publication> predictions = predictions(result);
    return embeddings.stream()
        .filter(of -> predictions.filter(p -> ofSameVertices(p, of)).isPresent())
        .findFirst()
        .or(() -> embeddings.stream().findFirst());
  }

  private static boolean embeds(Publication of) {
    return of.kind().equals(PublicationKind.EMBEDDINGS.name());
  }

  private static Optional<Publication> predictions(JobResult result) {
    return result.publications().values().stream()
        .filter(of -> of.kind().equals(PublicationKind.PREDICTIONS.name()))
        .findFirst();
  }

  private static boolean ofSameVertices(Publication a, Publication b) {
    return a.vertexType() != null && a.vertexType().equals(b.vertexType());
  }

  private static EmbeddingMap read(
      GraphemberClient client, JobResult result, Publication published) {
    final String type = String.valueOf(published.vertexType());
    final PublishedTable<float[]> table =
        client.embeddings(result.graph().name(), result.name(), type);
    if (!table.publication().cache().equals(published.cache())) {
      throw new GraphemberException(
          ClientError.PUBLICATION_MISSING, "Cache %s was replaced.".formatted(published.cache()));
    }
    Map<Object, float[]> some = table.sample(SHOWN);
    final List<Object> keys = some.keySet().stream().limit(SHOWN).toList();
    final List<float[]> rows = keys.stream().map(some::get).toList();
    if (rows.isEmpty()) {
      throw new GraphemberException(
          ClientError.PUBLICATION_MISSING, "Cache %s is empty.".formatted(published.cache()));
    }
    final Projection projection = Projection.of(rows);
    return new EmbeddingMap(
        type,
        published.entries(),
        rows.get(0).length,
        projection.explained(),
        keys.stream().map(String::valueOf).toList(),
        projection.x(),
        projection.y(),
        predictions(result).filter(p -> ofSameVertices(p, published)).isPresent()
            ? labels(client.predictions(result.graph().name(), result.name()), keys)
            : List.of());
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
