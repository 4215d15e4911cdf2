// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import io.graphember.client.api.predict.NewEdge;
import io.graphember.client.api.predict.NewVertex;
import io.graphember.client.api.predict.PredictRequest;
import io.graphember.spi.setting.Setting;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Section {@code predict} of a request.
 *
 * @param graph name of the graph
 * @param job name of the job that has trained the model
 * @param vertexType name of the vertex type; null for the one that the job has learned of
 * @param keys of the vertices
 * @param fanouts most in-neighbours of each hop; empty for all
 * @param seed of the draws
 * @param embeddings true for embeddings, too
 * @param vertices that the graph does not have
 * @param edges that the graph does not have
 */
record PredictSettings(
    @Setting("Name of the graph.") @NotEmpty String graph,
    @Setting("Name of the job that has trained the model.") @NotEmpty String job,
    @Setting(value = "Vertex type, where the job has learned of several.", optional = true)
        @Nullable String vertexType,
    @Setting("Keys of the vertices.") @Size(min = 1, max = PredictSettings.MOST_KEYS)
        List<String> keys,
    @Setting(
            value = "Most neighbours of a vertex in each hop; without them all are looked at.",
            byDefault = "[]")
        List<Integer> fanouts,
    @Setting(value = "Seed of the draws of neighbours.", byDefault = "0") long seed,
    @Setting(value = "Whether embeddings are wanted, too.", byDefault = "false") boolean embeddings,
    @Setting(value = "Vertices that the graph does not have.", byDefault = "[]")
        @Size(max = PredictRequest.MOST_NEW_VERTICES)
        List<Vertex> vertices,
    @Setting(value = "Edges that the graph does not have.", byDefault = "[]")
        @Size(max = PredictRequest.MOST_NEW_EDGES)
        List<Edge> edges) {
  /** The answer is a text that every node keeps. */
  static final int MOST_KEYS = 100;

  /**
   * A vertex that the graph does not have.
   *
   * @param type name of its type; null in a graph of one
   * @param key as text
   * @param features as many as vertices of its type have
   */
  record Vertex(
      @Setting(value = "Its type, where the graph has several.", optional = true)
          @Nullable String type,
      @Setting("Its key.") @NotEmpty String key,
      @Setting(value = "Its features, as the graph has them.", byDefault = "[]")
          List<Float> features) {}

  /**
   * An edge that the graph does not have.
   *
   * @param type name of its type; null in a graph of one
   * @param source key of the vertex that it leads from
   * @param destination key of the vertex that it leads to
   * @param features as many as edges of its type have
   */
  record Edge(
      @Setting(value = "Its type, where the graph has several.", optional = true)
          @Nullable String type,
      @Setting("Key of the vertex that it leads from.") @NotEmpty String source,
      @Setting("Key of the vertex that it leads to.") @NotEmpty String destination,
      @Setting(value = "Its features.", byDefault = "[]") List<Float> features) {}

  /** What the node is asked; keys are of the kind that the vertices' are. */
  PredictRequest request() {
    return new PredictRequest(
        vertexType,
        keys,
        null,
        fanouts,
        seed,
        embeddings,
        vertices.stream()
            .map(vertex -> new NewVertex(vertex.type(), vertex.key(), row(vertex.features())))
            .toList(),
        edges.stream()
            .map(
                edge ->
                    new NewEdge(
                        edge.type(), edge.source(), edge.destination(), row(edge.features())))
            .toList());
  }

  private static float[] row(List<Float> features) {
    final float[] row = new float[features.size()];
    for (int i = 0; i < row.length; i++) {
      row[i] = features.get(i);
    }
    return row;
  }
}
