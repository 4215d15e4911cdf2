// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.page;

import io.graphember.cli.embedding.EmbeddingSample;
import io.graphember.client.GraphemberClient;
import io.graphember.client.api.JobResult;
import java.util.List;
import java.util.Optional;

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

  /** Reads what a job has published, as {@link EmbeddingSample#of}. */
  public static Optional<EmbeddingMap> of(GraphemberClient client, JobResult result) {
    return EmbeddingSample.of(client, result, SHOWN).map(EmbeddingMap::of);
  }

  private static EmbeddingMap of(EmbeddingSample some) {
    final Projection projection = Projection.of(some.rows());
    return new EmbeddingMap(
        some.vertexType(),
        some.vertices(),
        some.rows().get(0).length,
        projection.explained(),
        some.keys().stream().map(String::valueOf).toList(),
        projection.x(),
        projection.y(),
        some.labels());
  }
}
