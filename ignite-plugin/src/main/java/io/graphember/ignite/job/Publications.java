// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Publication;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.ingest.KeyKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The results that one job publishes: new caches, which become the current ones together or are
 * destroyed. Used by the coordinator's thread.
 */
final class Publications {
  private final JobParts parts;
  private final GraphInfo graph;
  private final GraphInfo.Vertices vertices;
  private final String job;
  private final Map<String, Publication> byKind = new LinkedHashMap<>();

  /**
   * Publications that have no caches yet.
   *
   * @param vertices the vertex type that has results
   * @param job name of the job
   */
  Publications(
      JobParts parts,
      GraphInfo graph,
      GraphInfo.Vertices vertices,
      String job,
      List<String> kinds) {
    this.parts = parts;
    this.graph = graph;
    this.vertices = vertices;
    this.job = job;
    kinds.forEach(kind -> byKind.put(kind, draft(kind)));
  }

  private Publication draft(String kind) {
    long version = parts.graphs().nextVersion();
    return new Publication(
        kind,
        GraphemberCaches.publicationCache(graph.name(), job, kind, version),
        version,
        graph.version(),
        vertices.count(),
        vertices.keys() == KeyKind.STRING,
        vertices.keys());
  }

  /** By kind. */
  Map<String, Publication> byKind() {
    return byKind;
  }

  /** Says how many entries a kind has, where that is not one for each vertex. */
  void count(String kind, long entries) {
    byKind.computeIfPresent(
        kind,
        (name, draft) ->
            new Publication(
                name,
                draft.cache(),
                draft.version(),
                draft.graphVersion(),
                entries,
                draft.stringKeys(),
                draft.keys()));
  }

  /** Cache of a kind, or null. */
  String cache(String kind) {
    return byKind.containsKey(kind) ? byKind.get(kind).cache() : null;
  }

  /**
   * Publishes.
   *
   * @param fill fills the caches; if it throws they are destroyed
   */
  void publish(Runnable fill) {
    try {
      for (Publication publication : byKind.values()) {
        parts.graphs().begin(publication.cache());
        parts.ignite().createCache(parts.caches().publication(publication));
      }
      fill.run();
      byKind.values().forEach(p -> parts.graphs().publish(graph.name(), job, p));
    } catch (RuntimeException | Error e) { // a full heap must not keep the caches too
      byKind.values().forEach(p -> parts.graphs().discard(p.cache()));
      throw e;
    }
  }
}
