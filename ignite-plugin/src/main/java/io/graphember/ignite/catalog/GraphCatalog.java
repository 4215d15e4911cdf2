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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.cache.Cache;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.transactions.Transaction;
import org.apache.ignite.transactions.TransactionConcurrency;
import org.apache.ignite.transactions.TransactionIsolation;

/**
 * Which graphs and publications the cluster has, and in which caches. A name points to the cache of
 * its current version; a cache that nothing points to, or not yet, is destroyed when nobody uses
 * it.
 *
 * <p>Entries of the catalog cache, text by path:
 *
 * <pre>
 * graph/NAME                    GraphInfo as JSON
 * publication/GRAPH/JOB/KIND    Publication as JSON
 * use/JOB                       node of the coordinator, space, cache of the graph
 * use/CACHE                     node that fills the cache, space, cache
 * retired/CACHE                 empty; nothing points to the cache
 * counter/NAME                  the last number that was drawn
 * </pre>
 *
 * <p>Safe for use by several threads and nodes.
 */
public final class GraphCatalog {
  private static final String GRAPH = "graph/";
  private static final String PUBLICATION = "publication/";
  private static final String USE = "use/";
  private static final String RETIRED = "retired/";
  private static final String COUNTER = "counter/";
  private static final long LOCK_MILLIS = 30_000;
  private static final int ATTEMPTS = 5;

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
    return next("versions");
  }

  /** A number that no job had before. */
  public long nextJob() {
    return next("jobs");
  }

  /** Counts beside the names that it numbers: what outlives a restart outlives it together. */
  private long next(String counter) {
    String path = COUNTER + counter;
    while (true) {
      String last = cache().get(path);
      String next = last == null ? "1" : String.valueOf(Long.parseLong(last) + 1);
      if (last == null ? cache().putIfAbsent(path, next) : cache().replace(path, last, next)) {
        return Long.parseLong(next);
      }
    }
  }

  /** A node that leaves may take a transaction with it. Every step here may be taken twice. */
  private static <T> T again(Supplier<T> step) {
    for (int attempt = 1; ; attempt++) {
      try {
        return step.get();
      } catch (CacheException | IgniteException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private Transaction transaction() {
    return ignite
        .transactions()
        .txStart(
            TransactionConcurrency.PESSIMISTIC,
            TransactionIsolation.REPEATABLE_READ,
            LOCK_MILLIS,
            0);
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

  /**
   * Says that this node begins to fill a new cache. The cache is destroyed if the node leaves
   * before the cache is published.
   */
  public void begin(String cache) {
    cache().put(USE + cache, ignite.cluster().localNode().id() + " " + cache);
    cache().put(RETIRED + cache, "");
  }

  /** Destroys a cache that was begun; nothing happens if it was published. */
  public void discard(String cache) {
    again(() -> cache().remove(USE + cache));
    sweep();
  }

  /** Makes a graph the current version of its name; the one before is retired. */
  public void publishGraph(GraphInfo graph) {
    point(
        GRAPH + graph.name(),
        Json.write(graph),
        graph.cache(),
        before -> Json.read(before, GraphInfo.class).cache());
  }

  /** Points a path to a cache that was begun, and retires the one before: both or neither. */
  private void point(String path, String text, String cache, UnaryOperator<String> cacheOf) {
    again(
        () -> {
          try (Transaction transaction = transaction()) {
            String before = cache().getAndPut(path, text);
            cache().remove(RETIRED + cache);
            if (before != null && !before.equals(text)) {
              cache().put(RETIRED + cacheOf.apply(before), "");
            }
            transaction.commit();
            return before;
          }
        });
    discard(cache);
  }

  /** Drops a graph; true if there was one. */
  public boolean dropGraph(String name) {
    try (Transaction transaction = transaction()) {
      String before = cache().getAndRemove(GRAPH + name);
      if (before == null) {
        return false;
      }
      cache().put(RETIRED + Json.read(before, GraphInfo.class).cache(), "");
      transaction.commit();
    }
    sweep();
    return true;
  }

  /** The current publication, or null. */
  public Publication publication(String graph, String job, String kind) {
    String text = cache().get(publicationPath(graph, job, kind));
    return text == null ? null : Json.read(text, Publication.class);
  }

  /** Makes a publication the current one; the one before is destroyed. */
  public void publish(String graph, String job, Publication publication) {
    point(
        publicationPath(graph, job, publication.kind()),
        Json.write(publication),
        publication.cache(),
        before -> Json.read(before, Publication.class).cache());
  }

  private static String publicationPath(String graph, String job, String kind) {
    return PUBLICATION + graph + "/" + job + "/" + kind;
  }

  /**
   * The graph of that name, whose cache stays until {@link #release} or the coordinator leaves.
   *
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN}
   */
  public GraphInfo use(long job, UUID coordinator, String name) {
    // Reading takes the lock of the name: no other version comes in between.
    try (Transaction transaction = transaction()) {
      GraphInfo graph = graph(name);
      cache().put(USE + job, coordinator + " " + graph.cache());
      transaction.commit();
      return graph;
    }
  }

  /** Says that a job is over. */
  public void release(long job) {
    again(() -> cache().remove(USE + job));
    sweep();
  }

  /** Destroys caches that nothing points to and nobody uses. */
  public void sweep() {
    again(
        () -> {
          destroyUnused();
          return true;
        });
  }

  private void destroyUnused() {
    List<Cache.Entry<String, String>> candidates = entries(RETIRED);
    Set<String> used = new HashSet<>();
    for (Cache.Entry<String, String> entry : entries(USE)) {
      String[] use = entry.getValue().split(" ", 2);
      if (ignite.cluster().node(UUID.fromString(use[0])) != null) {
        used.add(use[1]);
      } else {
        cache().remove(entry.getKey());
      }
    }
    for (Cache.Entry<String, String> entry : candidates) {
      String retired = entry.getKey().substring(RETIRED.length());
      // Looked up again: it may have been published between the two scans.
      if (!used.contains(retired) && cache().containsKey(entry.getKey())) {
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
