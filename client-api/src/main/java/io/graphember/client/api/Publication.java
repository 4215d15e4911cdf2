// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import io.graphember.schema.KeyKind;
import io.graphember.schema.Similarity;
import org.jspecify.annotations.Nullable;

/**
 * Where results are: an ordinary Ignite cache, one entry for each vertex, by the user's key, or for
 * each edge, by {@link EdgeKey}; its {@link PublicationKind} says which, and what values are. Where
 * nodes have a query engine, the cache is an SQL table too, and the view {@code
 * GRAPHEMBER."GRAPH.JOB.NAME"} is the current one.
 *
 * <p>Vertices of two types may have the same key, so results of each type are a publication of its
 * own; those of one kind become the current ones together.
 *
 * @param name of these results among those of the job: the kind, and if there are results of the
 *     kind for several vertex types {@code KIND.TYPE}
 * @param kind name of its {@link PublicationKind}
 * @param vertexType name of the vertex type that the keys are of; of edges, of their sources; null
 *     of tables, which have rows for all vertices
 * @param cache name of the cache
 * @param version version of the publication
 * @param graphVersion version of the graph that the results are of
 * @param entries number of entries
 * @param stringKeys true if keys are strings
 * @param keys what keys are: the cache has them as {@code Long}, {@code String} or {@code UUID}
 * @param others of candidates what their keys are, and of which vertex type; of edges those of
 *     destinations; null for other kinds
 * @param created when they became the current ones, in ms since 1970; null before that, and of
 *     those that were published before this was kept
 * @param index of embeddings the similarity that nodes keep an approximate index for; null for none
 */
public record Publication(
    String name,
    String kind,
    @Nullable String vertexType,
    String cache,
    long version,
    long graphVersion,
    long entries,
    boolean stringKeys,
    KeyKind keys,
    @Nullable Others others,
    @Nullable Long created,
    @Nullable Similarity index) {
  /** The same with another number of entries. */
  public Publication withEntries(long counted) {
    return new Publication(
        name,
        kind,
        vertexType,
        cache,
        version,
        graphVersion,
        counted,
        stringKeys,
        keys,
        others,
        created,
        index);
  }

  /** The same, current from a time on, in ms since 1970. */
  public Publication createdAt(long millis) {
    return new Publication(
        name,
        kind,
        vertexType,
        cache,
        version,
        graphVersion,
        entries,
        stringKeys,
        keys,
        others,
        millis,
        index);
  }

  /** The same with an index. */
  public Publication indexedFor(Similarity similarity) {
    return new Publication(
        name,
        kind,
        vertexType,
        cache,
        version,
        graphVersion,
        entries,
        stringKeys,
        keys,
        others,
        created,
        similarity);
  }

  /**
   * What the keys of the second vertices are.
   *
   * @throws IllegalStateException if these are no results of pairs
   */
  public KeyKind otherKeys() {
    if (others == null) {
      throw new IllegalStateException(name + " are of no pairs");
    }
    return others.keys();
  }

  /**
   * The second vertices of pairs.
   *
   * @param vertexType name of their vertex type
   * @param keys what their keys are
   */
  public record Others(String vertexType, KeyKind keys) {}
}
