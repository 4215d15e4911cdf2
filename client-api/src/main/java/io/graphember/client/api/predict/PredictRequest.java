// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api.predict;

import io.graphember.schema.KeyKind;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Which vertices are predicted, and of which neighbours. Begin with {@link #of}. Immutable.
 *
 * @param vertexType name of the vertex type; null for the one that the job has learned of
 * @param keys keys of the vertices, as texts, 1 to {@value #MOST}
 * @param keyKind what they are; null for what the keys of the vertices are
 * @param fanouts most in-neighbours of a vertex that are looked at, the hop next to the vertices
 *     first, each 1 to {@value #MOST_NEIGHBORS}, as many as the model has layers; empty for all
 *     in-neighbours
 * @param seed of the draws of neighbours; of one seed they are the same each time
 * @param embeddings true for embeddings beside what the model says
 * @param newVertices vertices that the graph does not have, up to {@value #MOST_NEW_VERTICES}
 * @param newEdges edges that it does not have, up to {@value #MOST_NEW_EDGES}
 */
public record PredictRequest(
    @Nullable String vertexType,
    List<String> keys,
    @Nullable KeyKind keyKind,
    List<Integer> fanouts,
    long seed,
    boolean embeddings,
    List<NewVertex> newVertices,
    List<NewEdge> newEdges) {
  /** Vertices that may be asked for at once. */
  public static final int MOST = 1000;

  /** In-neighbours of a vertex that may be drawn. */
  public static final int MOST_NEIGHBORS = 10_000;

  /** Vertices that may be given. */
  public static final int MOST_NEW_VERTICES = 1000;

  /** Edges that may be given. */
  public static final int MOST_NEW_EDGES = 10_000;

  /** Requests of before vertices could be given have none. */
  public PredictRequest {
    newVertices = newVertices == null ? List.of() : newVertices;
    newEdges = newEdges == null ? List.of() : newEdges;
  }

  /** Vertices with integer keys, from all of their neighbours. */
  public static PredictRequest of(long... keys) {
    return of(LongStream.of(keys).mapToObj(String::valueOf).toList(), KeyKind.INT64);
  }

  /** The same of keys that are texts. */
  public static PredictRequest of(String... keys) {
    return of(List.of(keys), KeyKind.STRING);
  }

  /** The same of keys that are UUIDs. */
  public static PredictRequest of(UUID... keys) {
    return of(Arrays.stream(keys).map(UUID::toString).toList(), KeyKind.UUID);
  }

  private static PredictRequest of(List<String> keys, KeyKind kind) {
    return new PredictRequest(null, keys, kind, List.of(), 0, false, List.of(), List.of());
  }

  /** The same of a vertex type, of a job that has learned of several. */
  public PredictRequest ofType(String name) {
    return new PredictRequest(
        name, keys, keyKind, fanouts, seed, embeddings, newVertices, newEdges);
  }

  /** The same from some neighbours of each vertex, the hop next to the asked vertices first. */
  public PredictRequest fanouts(int... most) {
    return new PredictRequest(
        vertexType,
        keys,
        keyKind,
        Arrays.stream(most).boxed().toList(),
        seed,
        embeddings,
        newVertices,
        newEdges);
  }

  /** The same with neighbours drawn by another seed. */
  public PredictRequest seed(long other) {
    return new PredictRequest(
        vertexType, keys, keyKind, fanouts, other, embeddings, newVertices, newEdges);
  }

  /** The same with embeddings beside what the model says. */
  public PredictRequest withEmbeddings() {
    return new PredictRequest(
        vertexType, keys, keyKind, fanouts, seed, true, newVertices, newEdges);
  }

  /**
   * The same as if the graph had some more vertices and edges; the keys may be those of new
   * vertices. Neighbours of new edges count them, as they would after these were loaded.
   *
   * @param vertices up to {@value #MOST_NEW_VERTICES}
   * @param edges up to {@value #MOST_NEW_EDGES}; in a graph that was symmetrized each has its
   *     reverse
   */
  public PredictRequest with(List<NewVertex> vertices, List<NewEdge> edges) {
    return new PredictRequest(
        vertexType, keys, keyKind, fanouts, seed, embeddings, vertices, edges);
  }
}
