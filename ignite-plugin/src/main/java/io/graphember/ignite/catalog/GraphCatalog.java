// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.client.api.Publication;
import io.graphember.ignite.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
 * Which graphs and publications the cluster has, and in which caches. A graph has one version or
 * several, of which the newest is the current one. A cache that nothing points to, or not yet, is
 * destroyed when nobody uses it.
 *
 * <p>Entries of the catalog cache, text by path:
 *
 * <pre>
 * graph/NAME                    GraphInfo of every version as a JSON array, oldest first
 * publication/GRAPH/JOB/KIND    Publication of every vertex type as a JSON array
 * use/JOB                       node of the coordinator, space, cache of the graph
 * use/JOB/rows                  node of the coordinator, space, cache of rows that it reads
 * use/load-VERSION              node that takes the load, space, cache of what it adds to
 * use/CACHE                     node that fills the cache, space, cache
 * retired/CACHE                 empty; nothing points to the cache
 * tables/CACHE                  StoredEmbedding of the cache as JSON, once its job is done
 * manifest/CACHE                manifest of the last checkpoint in the cache, as Base64
 * counter/NAME                  the last number that was drawn
 * </pre>
 *
 * <p>Safe for use by several threads and nodes.
 */
public final class GraphCatalog {
  private static final String GRAPH = "graph/";
  private static final String PUBLICATION = "publication/";
  private static final String USE = "use/";
  private static final String ROWS = "/rows";
  private static final String RETIRED = "retired/";
  private static final String MANIFEST = "manifest/";
  private static final String TABLES = "tables/";
  private static final String COUNTER = "counter/";
  private static final long LOCK_MILLIS = 30_000;
  private static final int ATTEMPTS = 5;

  private final Ignite ignite;
  private final PublicationViews views;

  /** The catalog of a node's cluster. */
  public GraphCatalog(Ignite ignite) {
    this.ignite = ignite;
    this.views = new PublicationViews(ignite);
  }

  private IgniteCache<String, String> cache() {
    return ignite.cache(GraphemberCaches.CATALOG);
  }

  /** Keeps the manifest of the last complete checkpoint in a cache. */
  public void putManifest(String cache, byte[] manifest) {
    again(
        () -> {
          cache().put(MANIFEST + cache, Base64.getEncoder().encodeToString(manifest));
          return true;
        });
  }

  /** The manifest of the last complete checkpoint in a cache; null if there is none. */
  public byte[] manifest(String cache) {
    final String text = cache().get(MANIFEST + cache);
    return text == null ? null : Base64.getDecoder().decode(text);
  }

  /** Says what a job has left in a cache of tables. */
  public void putEmbedding(StoredEmbedding embedding) {
    again(
        () -> {
          cache().put(TABLES + embedding.cache(), Json.write(embedding));
          return true;
        });
  }

  /**
   * What a job of embeddings has left.
   *
   * @param kind kind of the publication of its tables
   * @throws GraphemberException with code {@link NodeError#EMBEDDING_UNKNOWN}
   */
  public StoredEmbedding embedding(String graph, String job, String kind) {
    List<Publication> publications = publications(graph, job, kind);
    String text = publications.isEmpty() ? null : cache().get(TABLES + publications.get(0).cache());
    if (text == null) {
      throw new GraphemberException(
          NodeError.EMBEDDING_UNKNOWN,
          "embedding.from = %s: that job has left no embeddings of graph %s."
              .formatted(job, graph));
    }
    return Json.read(text, StoredEmbedding.class);
  }

  /** True if a version of a graph is in the cluster. */
  public boolean has(GraphInfo graph) {
    return versions(cache().get(GRAPH + graph.name())).stream()
        .anyMatch(version -> version.cache().equals(graph.cache()));
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
   * A version of a graph.
   *
   * @param version null for the current one
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN} or {@link
   *     NodeError#VERSION_UNKNOWN}
   */
  private GraphInfo graph(String name, Long version) {
    List<GraphInfo> versions = versions(cache().get(GRAPH + name));
    if (versions.isEmpty()) {
      List<String> names = graphs().stream().map(GraphInfo::name).distinct().toList();
      throw new GraphemberException(
          NodeError.GRAPH_UNKNOWN,
          "graph.name = %s: no such graph is in the cluster, there %s."
              .formatted(name, names.isEmpty() ? "is none" : "are " + String.join(", ", names)));
    }
    return version == null
        ? current(versions)
        : versions.stream()
            .filter(graph -> graph.version() == version)
            .findFirst()
            .orElseThrow(() -> versionUnknown(name, version, versions));
  }

  private static GraphemberException versionUnknown(
      String name, long version, List<GraphInfo> versions) {
    return new GraphemberException(
        NodeError.VERSION_UNKNOWN,
        "graph.version = %d: graph %s has no such version, there %s %s."
            .formatted(
                version,
                name,
                versions.size() == 1 ? "is" : "are",
                versions.stream()
                    .map(graph -> String.valueOf(graph.version()))
                    .collect(Collectors.joining(", "))));
  }

  /** The versions in an entry of a graph, oldest first; none for null. */
  private static List<GraphInfo> versions(String text) {
    return text == null ? List.of() : Json.read(text, new TypeReference<>() {});
  }

  private static GraphInfo current(List<GraphInfo> versions) {
    return versions.get(versions.size() - 1);
  }

  /** All versions of all graphs: by name, the current version last. */
  public List<GraphInfo> graphs() {
    List<GraphInfo> graphs = new ArrayList<>();
    for (Cache.Entry<String, String> entry : entries(GRAPH)) {
      graphs.addAll(versions(entry.getValue()));
    }
    graphs.sort(Comparator.comparing(GraphInfo::name).thenComparing(GraphInfo::version));
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
    discard(List.of(cache));
  }

  /** Destroys caches that were begun; nothing happens to those that were published. */
  public void discard(List<String> caches) {
    caches.forEach(cache -> again(() -> cache().remove(USE + cache)));
    sweep();
  }

  /** Makes a graph the only version of its name; those before are retired. */
  public void replaceGraph(GraphInfo graph) {
    point(
        Map.of(GRAPH + graph.name(), Json.write(List.of(graph))),
        List.of(graph.cache()),
        before -> versions(before).stream().map(GraphInfo::cache).toList());
  }

  /**
   * Makes a graph the current version of its name; those before stay.
   *
   * @param base version that was added to
   * @throws GraphemberException with code {@link NodeError#GRAPH_CHANGED} if another version is
   *     current by now
   */
  public void addVersion(GraphInfo graph, long base) {
    again(
        () -> {
          try (Transaction transaction = transaction()) {
            List<GraphInfo> versions = new ArrayList<>(versions(cache().get(GRAPH + graph.name())));
            if (versions.stream().noneMatch(v -> v.version() == graph.version())) {
              requireCurrent(graph.name(), versions, base);
              versions.add(graph);
              cache().put(GRAPH + graph.name(), Json.write(versions));
              cache().remove(RETIRED + graph.cache());
            }
            transaction.commit();
            return graph;
          }
        });
    discard(graph.cache());
  }

  private static void requireCurrent(String name, List<GraphInfo> versions, long base) {
    if (versions.isEmpty() || current(versions).version() != base) {
      throw new GraphemberException(
          NodeError.GRAPH_CHANGED,
          "graph.add: version %d of graph %s is not the current one any more; load again to add to the one that is."
              .formatted(base, name));
    }
  }

  /** Points paths to caches that were begun, and retires those before: all or nothing. */
  private void point(
      Map<String, String> texts, List<String> caches, Function<String, List<String>> cachesOf) {
    again(
        () -> {
          try (Transaction transaction = transaction()) {
            for (Map.Entry<String, String> entry : new TreeMap<>(texts).entrySet()) {
              String before = cache().getAndPut(entry.getKey(), entry.getValue());
              if (before != null && !before.equals(entry.getValue())) {
                cachesOf.apply(before).forEach(this::retire);
              }
            }
            caches.forEach(cache -> cache().remove(RETIRED + cache));
            transaction.commit();
            return true;
          }
        });
    discard(caches);
  }

  private void retire(String cache) {
    cache().put(RETIRED + cache, "");
  }

  /** Drops a graph, all its versions; true if there was one. */
  public boolean dropGraph(String name) {
    return drop(name, graph -> true);
  }

  /**
   * Drops one version of a graph; true if there was one. The newest that remains is the current
   * one.
   */
  public boolean dropVersion(String name, long version) {
    return drop(name, graph -> graph.version() == version);
  }

  private boolean drop(String name, Predicate<GraphInfo> dropped) {
    try (Transaction transaction = transaction()) {
      List<GraphInfo> versions = versions(cache().get(GRAPH + name));
      List<GraphInfo> kept = versions.stream().filter(dropped.negate()).toList();
      if (kept.size() == versions.size()) {
        return false;
      }
      if (kept.isEmpty()) {
        cache().remove(GRAPH + name);
      } else {
        cache().put(GRAPH + name, Json.write(kept));
      }
      versions.stream().filter(dropped).forEach(graph -> retire(graph.cache()));
      transaction.commit();
    }
    sweep();
    return true;
  }

  /** The current publications of a kind, one for each vertex type that has one. */
  public List<Publication> publications(String graph, String job, String kind) {
    return publications(cache().get(publicationPath(graph, job, kind)));
  }

  /** The publications in an entry; none for null. */
  private static List<Publication> publications(String text) {
    return text == null ? List.of() : Json.read(text, new TypeReference<>() {});
  }

  /**
   * Makes publications the current ones, those of all kinds at once, also for SQL; those before are
   * destroyed.
   *
   * @param byKind publications of each kind
   */
  public void publish(String graph, String job, Map<String, List<Publication>> byKind) {
    Map<String, String> texts = new TreeMap<>();
    byKind.forEach((kind, all) -> texts.put(publicationPath(graph, job, kind), Json.write(all)));
    point(
        texts,
        byKind.values().stream().flatMap(List::stream).map(Publication::cache).toList(),
        before -> publications(before).stream().map(Publication::cache).toList());
  }

  private static String publicationPath(String graph, String job, String kind) {
    return PUBLICATION + graph + "/" + job + "/" + kind;
  }

  /**
   * A version of a graph, whose cache stays until {@link #release} or the coordinator leaves.
   *
   * @param version null for the current one
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN} or {@link
   *     NodeError#VERSION_UNKNOWN}
   */
  public GraphInfo use(long job, UUID coordinator, String name, Long version) {
    return use(String.valueOf(job), coordinator, name, version);
  }

  /**
   * The current version of a graph, whose cache stays until {@link #releaseBase} or the node
   * leaves.
   *
   * @param version number of the version that is loaded
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN}
   */
  public GraphInfo useBase(long version, UUID node, String name) {
    return use("load-" + version, node, name, null);
  }

  private GraphInfo use(String user, UUID node, String name, Long version) {
    // Reading takes the lock of the name: no other version comes in between.
    try (Transaction transaction = transaction()) {
      GraphInfo graph = graph(name, version);
      cache().put(USE + user, node + " " + graph.cache());
      transaction.commit();
      return graph;
    }
  }

  /**
   * Keeps rows that were learned with a model until {@link #release} or the coordinator leaves,
   * though the model's job may replace them meanwhile.
   *
   * @param cache where they are
   * @return false if they have been replaced already
   */
  public boolean useRows(long job, UUID coordinator, String cache) {
    cache().put(USE + job + ROWS, coordinator + " " + cache);
    return !cache().containsKey(RETIRED + cache) && cache().containsKey(MANIFEST + cache);
  }

  /** Says that a job is over. */
  public void release(long job) {
    again(() -> cache().remove(USE + job + ROWS));
    release(String.valueOf(job));
  }

  /** Says that a load has read what it adds to. */
  public void releaseBase(long version) {
    release("load-" + version);
  }

  private void release(String user) {
    again(() -> cache().remove(USE + user));
    sweep();
  }

  /**
   * Points views to the current publications, and then destroys caches that nothing points to and
   * nobody uses.
   */
  public void sweep() {
    again(
        () -> {
          views.follow(this::publications);
          destroyUnused();
          return true;
        });
  }

  /** The current publications, by GRAPH/JOB/KIND. */
  private Map<String, List<Publication>> publications() {
    Map<String, List<Publication>> publications = new TreeMap<>();
    for (Cache.Entry<String, String> entry : entries(PUBLICATION)) {
      publications.put(
          entry.getKey().substring(PUBLICATION.length()), publications(entry.getValue()));
    }
    return publications;
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
    // Looked up again: it may have been published between the two scans.
    List<String> unused =
        candidates.stream()
            .map(entry -> entry.getKey().substring(RETIRED.length()))
            .filter(cache -> !used.contains(cache) && cache().containsKey(RETIRED + cache))
            .toList();
    ignite.destroyCaches(unused);
    for (String cache : unused) {
      cache().remove(MANIFEST + cache);
      cache().remove(TABLES + cache);
      cache().remove(RETIRED + cache);
    }
  }

  private List<Cache.Entry<String, String>> entries(String prefix) {
    return cache()
        .query(new ScanQuery<String, String>((path, value) -> path.startsWith(prefix)))
        .getAll();
  }
}
