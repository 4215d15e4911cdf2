// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.publish;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Publication;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.fit.PairTypes;
import io.graphember.jobs.result.PublishingRun;
import io.graphember.jobs.run.JobParts;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Similarity;
import io.graphember.training.job.JobSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The results that one job publishes: new caches, a kind's for each vertex type that has such
 * results, which become the current ones together or are destroyed. Used by the coordinator's
 * thread.
 */
public final class Publications {
  private final JobParts parts;
  private final GraphInfo graph;
  private final String job;
  private final PublishingRun run;
  private final Map<String, List<Publication>> byKind = new LinkedHashMap<>();

  /**
   * Publications that have no caches yet.
   *
   * @param settings of the job
   * @param number of the job
   * @param kinds the vertex types that have results of each kind
   */
  public Publications(
      JobParts parts,
      GraphInfo graph,
      JobSettings settings,
      long number,
      Map<String, List<GraphInfo.Vertices>> kinds) {
    this.parts = parts;
    this.graph = graph;
    this.job = settings.name();
    this.run = PublishingRun.of(number, settings);
    kinds.forEach((kind, types) -> byKind.put(kind, drafts(kind, types, null)));
    final Similarity index = settings.job().publish().index();
    if (index != null && kinds.containsKey(VertexResults.EMBEDDINGS)) {
      drafts(VertexResults.EMBEDDINGS).replaceAll(draft -> draft.indexedFor(index));
    }
  }

  /**
   * Adds a kind of results of pairs.
   *
   * @param entries how many there will be, about
   */
  public void addPairs(String kind, PairTypes types, long entries) {
    GraphInfo.Vertices tail = graph.vertexTypes().get(types.tail());
    byKind.put(
        kind,
        drafts(
            kind,
            List.of(graph.vertexTypes().get(types.head())),
            new Publication.Others(tail.name(), tail.keys())));
    count(kind, entries);
  }

  /**
   * Adds a kind of results by names.
   *
   * @param entries how many there will be
   */
  public void addNamed(String kind, long entries) {
    byKind.put(kind, new ArrayList<>(List.of(draft(kind, kind, null, KeyKind.STRING, null))));
    count(kind, entries);
  }

  private List<Publication> drafts(
      String kind, List<GraphInfo.Vertices> types, Publication.@Nullable Others others) {
    List<Publication> drafts = new ArrayList<>();
    for (GraphInfo.Vertices type : types) {
      final String name = types.size() == 1 ? kind : kind + "." + type.name();
      drafts.add(draft(kind, name, type.name(), type.keys(), others).withEntries(type.count()));
    }
    return drafts;
  }

  private Publication draft(
      String kind,
      String name,
      @Nullable String vertexType,
      KeyKind keys,
      Publication.@Nullable Others others) {
    final long version = parts.graphs().nextVersion();
    return new Publication(
        name,
        kind,
        vertexType,
        CacheNames.publicationCache(graph.name(), job, kind, version),
        version,
        graph.version(),
        0,
        keys == KeyKind.STRING,
        keys,
        others,
        null,
        null);
  }

  /** By name. */
  public Map<String, Publication> byName() {
    Map<String, Publication> byName = new LinkedHashMap<>();
    all().forEach(publication -> byName.put(publication.name(), publication));
    return byName;
  }

  private List<Publication> all() {
    return byKind.values().stream().flatMap(List::stream).toList();
  }

  private List<Publication> drafts(String kind) {
    List<Publication> drafts = byKind.get(kind);
    if (drafts == null) {
      throw new IllegalArgumentException("no results of kind " + kind);
    }
    return drafts;
  }

  /** Says how many entries a kind has, where that is not one for each vertex. */
  public void count(String kind, long entries) {
    drafts(kind).replaceAll(draft -> draft.withEntries(entries));
  }

  /** Cache of a kind's results of a vertex type. */
  public Optional<String> cache(String kind, GraphInfo.Vertices type) {
    return byKind.getOrDefault(kind, List.of()).stream()
        .filter(publication -> type.name().equals(publication.vertexType()))
        .map(Publication::cache)
        .findFirst();
  }

  /** Cache of a kind's results, of which there is one. */
  public String cacheOf(String kind) {
    return drafts(kind).get(0).cache();
  }

  /**
   * Publishes; the room for it is reserved.
   *
   * @param fill fills the caches; if it throws they are destroyed
   */
  public void publish(Runnable fill) {
    try {
      all().forEach(publication -> parts.graphs().begin(publication.cache()));
      // At once: all nodes wait for each other when caches are created, whether one or several.
      parts.caches().createResults(all());
      fill.run();
      byKind.putAll(parts.graphs().publish(graph.name(), job, run, byKind));
    } catch (RuntimeException | Error e) { // a full heap must not keep the caches too
      parts.graphs().discard(all().stream().map(Publication::cache).toList());
      throw e;
    }
  }
}
