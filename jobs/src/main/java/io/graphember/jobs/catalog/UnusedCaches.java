// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.jobs.record.JobRecords;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Caches that nothing points to, or not yet, and who uses what: they are destroyed when nobody
 * does. A model is no cache but an entry of one; it goes by the name {@code graphember.models/KEY}.
 *
 * <p>Entries of the catalog, see {@link GraphCatalog}: {@code use/USER} and {@code retired/CACHE}.
 * Safe for use by several threads and nodes.
 */
final class UnusedCaches {
  private static final String USE = "use/";
  private static final String RETIRED = "retired/";
  private static final String OURS = "graphember.";
  private static final String MODEL = CacheNames.MODELS + "/";

  private final Cluster cluster;
  private final Caches all;
  private final CatalogEntries entries;
  private final JobRecords jobs;
  private volatile boolean waiting; // caches that this node would have destroyed

  UnusedCaches(Cluster cluster, Caches all, CatalogEntries entries) {
    this.jobs = new JobRecords(entries);
    this.cluster = cluster;
    this.all = all;
    this.entries = entries;
  }

  /** The name of a model among the caches. */
  static String model(String key) {
    return MODEL + key;
  }

  /** Says that this node begins to fill a cache. */
  void begin(String cache) {
    entries.put(USE + cache, cluster.local().id() + " " + cache);
    entries.put(RETIRED + cache, "");
  }

  /** Says that this node fills a cache no more. */
  void end(String cache) {
    entries.again(() -> entries.remove(USE + cache));
  }

  /** The same unless another node has taken it over. */
  void endHere(String cache) {
    entries.again(
        () -> {
          entries
              .read(USE + cache, (path, text) -> Use.parse(text))
              .filter(use -> use.node.equals(cluster.local().id()))
              .ifPresent(use -> entries.remove(USE + cache));
          return true;
        });
  }

  /** Says that nothing points to a cache any more. */
  void retire(String cache) {
    entries.put(RETIRED + cache, "");
  }

  /** Says that something points to a cache. */
  void current(String cache) {
    entries.remove(RETIRED + cache);
  }

  /** True if nothing points to a cache. */
  boolean isRetired(String cache) {
    return entries.has(RETIRED + cache);
  }

  /** Says that somebody on a node uses a cache, until it is released or the node leaves. */
  void use(String user, UUID node, String cache) {
    entries.put(USE + user, node + " " + cache);
  }

  /** Says that somebody uses a cache no more. */
  void release(String user) {
    entries.again(() -> entries.remove(USE + user));
  }

  /** Says that this node goes on to fill a cache that another one began. */
  void takeOver(String cache) {
    entries.put(USE + cache, cluster.local().id() + " " + cache);
  }

  /**
   * What is used on nodes that are there, or by a job that another node is to go on with; forgets
   * the use of others.
   */
  Set<String> used() {
    Set<String> used = new HashSet<>();
    Map<String, Use> uses = entries.below(USE, (path, text) -> Use.parse(text));
    uses.forEach(
        (path, use) -> {
          if (cluster.has(use.node) || job(path).filter(jobs::running).isPresent()) {
            used.add(use.cache);
          } else {
            entries.remove(path);
          }
        });
    return used;
  }

  /** True if a job has not ended. */
  boolean runs(long job) {
    return jobs.running(job);
  }

  /** The job that uses something; empty if it is none. */
  private static Optional<Long> job(String path) {
    String user = path.substring(USE.length());
    int end = user.indexOf('/') < 0 ? user.length() : user.indexOf('/');
    return user.substring(0, end).matches("[0-9]{1,18}")
        ? Optional.of(Long.valueOf(user.substring(0, end)))
        : Optional.empty();
  }

  private record Use(UUID node, String cache) {
    static Use parse(String text) {
      String[] use = text.split(" ", 2);
      if (use.length < 2) {
        throw new IllegalArgumentException("it is not of the form NODE CACHE");
      }
      return new Use(UUID.fromString(use[0]), use[1]);
    }
  }

  /**
   * Destroys caches and models that nothing points to and nobody uses. Caches wait for nodes that
   * are away and have their files.
   *
   * @param kept caches that stay nevertheless
   */
  void destroy(Collection<String> kept) {
    // Looked for before the uses: who begins a cache says first that it is used.
    List<String> candidates =
        entries.below(RETIRED).keySet().stream()
            .map(path -> path.substring(RETIRED.length()))
            .filter(cache -> cache.startsWith(OURS) && !CacheNames.PERMANENT.contains(cache))
            .toList();
    Set<String> used = used();
    // Looked up again: it may have been published between the two scans.
    List<String> unused =
        candidates.stream()
            .filter(Predicate.not(used::contains))
            .filter(Predicate.not(kept::contains))
            .filter(this::isRetired)
            .toList();
    unused.stream().filter(UnusedCaches::isModel).forEach(this::removeModel);
    List<String> caches = unused.stream().filter(Predicate.not(UnusedCaches::isModel)).toList();
    waiting = !caches.isEmpty(); // also if a node leaves, or fails, before all know
    if (all.mayDestroy()) {
      destroy(caches);
      waiting = false;
    }
  }

  /** True if caches have waited, and may be destroyed by now. */
  boolean mayGoOn() {
    return waiting && all.mayDestroy();
  }

  private void destroy(List<String> caches) {
    all.destroy(caches);
    for (String cache : caches) {
      Manifests.forget(entries, cache);
      entries.remove(GraphCatalog.TABLES + cache);
      entries.remove(RETIRED + cache);
    }
  }

  private static boolean isModel(String name) {
    return name.startsWith(MODEL);
  }

  private void removeModel(String model) {
    all.open(CacheNames.MODELS).remove(model.substring(MODEL.length()));
    entries.remove(RETIRED + model);
  }
}
