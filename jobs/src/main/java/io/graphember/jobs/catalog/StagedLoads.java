// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import io.graphember.client.api.Json;
import io.graphember.jobs.entry.CatalogEntries;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Loads whose pieces are kept: entries {@code staged/GRAPH} of the catalog, a {@link StagedLoad}
 * each. One that nobody has gone on with for a day is forgotten. Safe for use by several threads
 * and nodes.
 */
public final class StagedLoads {
  /** As long a load that has lost its client is kept. */
  public static final Duration KEPT = Duration.ofDays(1);

  private static final String STAGED = "staged/";

  private final CatalogEntries entries;
  private final UnusedCaches caches;
  private final Clock clock;

  StagedLoads(CatalogEntries entries, UnusedCaches caches, Clock clock) {
    this.entries = entries;
    this.caches = caches;
    this.clock = clock;
  }

  /** The load of a graph, if there is one. */
  public Optional<StagedLoad> of(String graph) {
    return entries.again(() -> found(graph));
  }

  private static StagedLoad parse(String path, String text) {
    final StagedLoad load = Json.read(text, StagedLoad.class);
    if (load == null
        || load.cache() == null
        || load.settings() == null
        || load.header() == null
        || load.front() == null) {
      throw new IllegalArgumentException("it lacks its cache, graph, header or node");
    }
    return load;
  }

  /**
   * This node takes a load: its cache is used until {@link #leave} or the end of the node.
   *
   * @param before what {@link #of} has said of the graph
   * @return false if another node was faster
   */
  public boolean take(String graph, StagedLoad load, Optional<StagedLoad> before) {
    return entries.atOnce(
        () -> {
          caches.retire(load.cache()); // nothing points to it if this node is lost now
          final Optional<StagedLoad> found = found(graph);
          final boolean first =
              found.isPresent()
                  ? before.filter(found.get()::isSameTaking).isPresent()
                  : before.isEmpty();
          if (first) {
            entries.put(STAGED + graph, Json.write(load));
            caches.takeOver(load.cache());
          }
          return first;
        });
  }

  /**
   * Says that a load goes on, so that its day begins anew.
   *
   * @param load as this node has taken it
   * @return false if this node has it no more
   */
  public boolean goesOn(String graph, StagedLoad load) {
    return entries.atOnce(
        () -> {
          final Optional<StagedLoad> found = found(graph).filter(load::isSameTaking);
          found.ifPresent(
              here ->
                  entries.put(
                      STAGED + graph, Json.write(here.takenBy(here.front(), clock.millis()))));
          return found.isPresent();
        });
  }

  private Optional<StagedLoad> found(String graph) {
    return entries.read(STAGED + graph, StagedLoads::parse);
  }

  /** This node has a load no more; another one may take it, or has. */
  public void leave(String cache) {
    caches.endHere(cache);
  }

  /**
   * Nothing is kept of a load any more, unless another node has taken it; the cache goes with the
   * next sweep.
   */
  public void forget(String graph, StagedLoad load) {
    entries.again(
        () -> {
          found(graph)
              .filter(load::isSameTaking)
              .ifPresent(found -> entries.remove(STAGED + graph));
          return true;
        });
    caches.endHere(load.cache());
  }

  /** All that are there. */
  public List<StagedLoad> all() {
    return entries.again(() -> List.copyOf(entries.below(STAGED, StagedLoads::parse).values()));
  }

  /** Forgets a load that no node takes at the moment. */
  void forgetIdle(String graph) {
    of(graph)
        .filter(load -> !caches.used().contains(load.cache()))
        .ifPresent(load -> forget(graph, load));
  }

  /** Caches that stay though no node uses them; forgets what nobody has gone on with. */
  List<String> kept() {
    final long oldest = clock.millis() - KEPT.toMillis();
    final List<String> kept = new ArrayList<>();
    final Set<String> used = caches.used();
    entries
        .below(STAGED, StagedLoads::parse)
        .forEach(
            (path, load) -> {
              if (load.atMillis() >= oldest || used.contains(load.cache())) {
                kept.add(load.cache());
              } else {
                entries.remove(path);
              }
            });
    return kept;
  }
}
