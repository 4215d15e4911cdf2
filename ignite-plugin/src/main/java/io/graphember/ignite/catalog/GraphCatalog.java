// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.client.api.Publication;
import io.graphember.ignite.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.cache.Cache;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.query.ScanQuery;

/**
 * Which graphs and publications the cluster has, and in which caches. A name points to the cache of
 * its current version; a cache that is no longer pointed to is destroyed when no job uses it.
 *
 * <p>Entries of the catalog cache, text by path:
 *
 * <pre>
 * graph/NAME                    GraphInfo as JSON
 * publication/GRAPH/JOB/KIND    Publication as JSON
 * use/JOB                       node of the coordinator, space, cache of the graph
 * retired/CACHE                 empty
 * </pre>
 *
 * <p>Safe for use by several threads and nodes.
 */
public final class GraphCatalog {
  private static final String GRAPH = "graph/";
  private static final String PUBLICATION = "publication/";
  private static final String USE = "use/";
  private static final String RETIRED = "retired/";
  private static final String VERSIONS = "graphember.versions";
  private static final String JOBS = "graphember.jobNumbers";

  private final Ignite ignite;

  /** The catalog of a node's cluster. */
  public GraphCatalog(Ignite ignite) {
    this.ignite = ignite;
  }

  private IgniteCache<String, String> cache() {
    return ignite.cache(GraphemberCaches.CATALOG);
  }

  /** A number that no version of a graph or publication had before. */
  public long nextVersion() {
    return ignite.atomicLong(VERSIONS, 0, true).incrementAndGet();
  }

  /** A number that no job had before. */
  public long nextJob() {
    return ignite.atomicLong(JOBS, 0, true).incrementAndGet();
  }

  /**
   * The graph of that name.
   *
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN}
   */
  public GraphInfo graph(String name) {
    String text = cache().get(GRAPH + name);
    if (text == null) {
      List<String> names = graphs().stream().map(GraphInfo::name).toList();
      throw new GraphemberException(
          NodeError.GRAPH_UNKNOWN,
          "graph.name = %s: no such graph is in the cluster, there %s."
              .formatted(name, names.isEmpty() ? "is none" : "are " + String.join(", ", names)));
    }
    return Json.read(text, GraphInfo.class);
  }

  /** All graphs, by name. */
  public List<GraphInfo> graphs() {
    List<GraphInfo> graphs = new ArrayList<>();
    for (Cache.Entry<String, String> entry : entries(GRAPH)) {
      graphs.add(Json.read(entry.getValue(), GraphInfo.class));
    }
    graphs.sort(Comparator.comparing(GraphInfo::name));
    return graphs;
  }

  /** Makes a graph the current version of its name; the one before is retired. */
  public void publishGraph(GraphInfo graph) {
    String before = cache().getAndPut(GRAPH + graph.name(), Json.write(graph));
    if (before != null) {
      retire(Json.read(before, GraphInfo.class).cache());
    }
  }

  /** Drops a graph; true if there was one. */
  public boolean dropGraph(String name) {
    String before = cache().getAndRemove(GRAPH + name);
    if (before == null) {
      return false;
    }
    retire(Json.read(before, GraphInfo.class).cache());
    return true;
  }

  /** The current publication, or null. */
  public Publication publication(String graph, String job, String kind) {
    String text = cache().get(publicationPath(graph, job, kind));
    return text == null ? null : Json.read(text, Publication.class);
  }

  /** Makes a publication the current one; the one before is destroyed. */
  public void publish(String graph, String job, Publication publication) {
    String before =
        cache().getAndPut(publicationPath(graph, job, publication.kind()), Json.write(publication));
    if (before != null) {
      retire(Json.read(before, Publication.class).cache());
    }
  }

  private static String publicationPath(String graph, String job, String kind) {
    return PUBLICATION + graph + "/" + job + "/" + kind;
  }

  /** Says that a job uses a graph's cache, until {@link #release}. */
  public void use(long job, UUID coordinator, String graphCache) {
    cache().put(USE + job, coordinator + " " + graphCache);
  }

  /** Says that a job is over. */
  public void release(long job) {
    cache().remove(USE + job);
    sweep();
  }

  private void retire(String retired) {
    cache().put(RETIRED + retired, "");
    sweep();
  }

  /** Destroys retired caches that no running job uses. */
  private void sweep() {
    Set<String> used = new HashSet<>();
    for (Cache.Entry<String, String> entry : entries(USE)) {
      String[] use = entry.getValue().split(" ", 2);
      if (ignite.cluster().node(UUID.fromString(use[0])) != null) {
        used.add(use[1]);
      } else {
        cache().remove(entry.getKey());
      }
    }
    for (Cache.Entry<String, String> entry : entries(RETIRED)) {
      String retired = entry.getKey().substring(RETIRED.length());
      if (!used.contains(retired)) {
        ignite.destroyCache(retired);
        cache().remove(entry.getKey());
      }
    }
  }

  private List<Cache.Entry<String, String>> entries(String prefix) {
    return cache()
        .query(new ScanQuery<String, String>((path, value) -> path.startsWith(prefix)))
        .getAll();
  }
}
