// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.similar;

import io.graphember.client.api.Publication;
import io.graphember.client.api.Vector;
import io.graphember.inference.similar.RowIndexBuilder;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.NodeLog;
import io.graphember.jobs.cluster.PrimaryPartitions;
import io.graphember.jobs.cluster.Values;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.publish.VertexResults;
import io.graphember.memory.MemoryBudget;
import io.graphember.schema.KeyKind;
import io.graphember.schema.Similarity;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The embeddings of which this node keeps rows in memory, to search in them: those whose job has
 * asked for an index, and those that were asked about within {@value #IDLE_MINUTES} minutes. They
 * come in the background; until then, while clients change rows, and where the memory budget has no
 * room for them, caches are searched themselves. Safe for use by several threads.
 */
public final class SimilarRows {
  private static final long IDLE_MINUTES = 10;
  private static final long AGAIN_SECONDS = 30; // after memory did not suffice
  private static final long QUIET_SECONDS = 2; // after the last change of a row

  private final Caches caches;
  private final Cluster cluster;
  private final PrimaryPartitions primaries;
  private final GraphCatalog graphs;
  private final NodeThreads threads;
  private final MemoryBudget budget;
  private final NodeLog log;
  private final Optional<RowIndexBuilder> builder;
  private final CacheScan scan = new CacheScan();
  private final ReentrantLock building = new ReentrantLock(); // one index at a time
  private final Map<String, KeptRows> kept = new HashMap<>(); // by cache
  private final Map<String, Long> refused = new HashMap<>(); // by cache, when

  /** A node that keeps no rows yet. */
  @Inject
  public SimilarRows(
      Caches caches,
      Cluster cluster,
      PrimaryPartitions primaries,
      GraphCatalog graphs,
      NodeThreads threads,
      MemoryBudget budget,
      NodeLog log) {
    this.caches = caches;
    this.cluster = cluster;
    this.primaries = primaries;
    this.graphs = graphs;
    this.threads = threads;
    this.budget = budget;
    this.log = log;
    this.builder = RowIndexBuilder.installed();
  }

  /**
   * Searches in some partitions of a publication. Nothing that came with the message is believed.
   *
   * @throws GraphemberException with code {@link NodeError#REQUEST_MALFORMED} if the vector is of
   *     another length than the rows, {@link NodeError#NOT_OWNER} if a partition is not here, or
   *     {@link NodeError#NODE_BUSY}
   */
  FoundVertices search(SimilarMessages.Search asked) {
    final Optional<SearchedRows> rows =
        keep(asked.cache(), asked.keys(), asked.index(), asked.partitions()).flatMap(KeptRows::use);
    return rows.isPresent() ? rows.get().search(asked) : this.<Long>scanned(asked);
  }

  /** Keys of one cache are of one class, whichever it is. */
  private <K extends Comparable<K>> FoundVertices scanned(SimilarMessages.Search asked) {
    return scan.search(asked, this.<K>open(asked.cache()));
  }

  private <K> Values<K, Vector> open(String cache) {
    if (!caches.names().contains(cache)) {
      throw new GraphemberException(
          NodeError.NOT_OWNER, "Cache %s is not on this node any more.".formatted(cache));
    }
    return caches.open(cache);
  }

  /** The rows of some partitions, which begin to come if they are those that this node has. */
  private synchronized Optional<KeptRows> keep(
      String cache, KeyKind keys, Optional<Similarity> index, int[] partitions) {
    final KeptRows before = kept.get(cache);
    if (before != null && before.are(partitions, index)) {
      return Optional.of(before);
    }
    final long since = System.nanoTime() - refused.getOrDefault(cache, 0L);
    if (refused.containsKey(cache) && since < TimeUnit.SECONDS.toNanos(AGAIN_SECONDS)
        || !caches.names().contains(cache)
        || !Arrays.equals(partitions, own(cache))) {
      return Optional.empty();
    }
    forget(cache);
    final KeptRows rows =
        new KeptRows(
            partitions, keys, index, budget.take(0, "Searching for similar vertices in " + cache));
    kept.put(cache, rows);
    try {
      threads.coordinators().execute(() -> fill(cache, rows));
    } catch (GraphemberException e) { // the node is busy or stops
      forget(cache);
      return Optional.empty();
    }
    return Optional.of(rows);
  }

  private int[] own(String cache) {
    return primaries.now(cache, cluster.local().id());
  }

  private void fill(String cache, KeptRows rows) {
    try {
      rows.read(open(cache));
      if (rows.similarity().isPresent() && builder.isPresent()) {
        index(rows, builder.get());
      }
    } catch (GraphemberException e) {
      giveUp(cache, rows, e.getMessage());
    } catch (RuntimeException e) { // of Ignite: the cache goes, or the node stops
      giveUp(cache, rows, String.valueOf(e.getMessage()));
    } catch (OutOfMemoryError e) {
      giveUp(cache, rows, "the heap is full");
    }
  }

  private void index(KeptRows rows, RowIndexBuilder by) {
    building.lock();
    try {
      rows.check();
      rows.index(by, threads.workers());
    } finally {
      building.unlock();
    }
  }

  private synchronized void giveUp(String cache, KeptRows rows, String why) {
    if (kept.get(cache) != rows || rows.isChanged()) {
      return; // it was given up already, or will be when nothing changes any more
    }
    if (caches.names().contains(cache)) {
      log.warning("Similar vertices in %s are searched one by one: %s".formatted(cache, why));
      refused.put(cache, System.nanoTime());
    }
    forget(cache);
  }

  private void forget(String cache) {
    final KeptRows rows = kept.remove(cache);
    if (rows != null) {
      rows.close();
    }
  }

  /**
   * Has rows come of publications whose jobs have asked for an index, also after partitions have
   * moved, and forgets those that nobody needs any more. Called again and again.
   */
  public void look() {
    if (!cluster.local().storage()) {
      return;
    }
    final Map<String, Publication> indexed = indexed();
    final Set<String> there = caches.names();
    forgetUnused(indexed.keySet(), there);
    indexed.forEach(
        (cache, publication) -> {
          if (there.contains(cache)) {
            final int[] own = own(cache);
            if (own.length > 0) {
              keep(cache, publication.keys(), Optional.ofNullable(publication.index()), own);
            }
          }
        });
  }

  private Map<String, Publication> indexed() {
    final Map<String, Publication> indexed = new HashMap<>();
    graphs
        .results()
        .publications()
        .forEach(
            (name, all) ->
                all.stream()
                    .filter(publication -> publication.index() != null)
                    .filter(publication -> publication.kind().equals(VertexResults.EMBEDDINGS))
                    .forEach(publication -> indexed.put(publication.cache(), publication)));
    return indexed;
  }

  private synchronized void forgetUnused(Set<String> indexed, Set<String> there) {
    for (String cache : List.copyOf(kept.keySet())) {
      final KeptRows rows = kept.get(cache);
      if (rows != null
          && (!there.contains(cache)
              || rows.isChanged() && rows.quietNanos() > TimeUnit.SECONDS.toNanos(QUIET_SECONDS)
              || !indexed.contains(cache)
                  && (rows.similarity().isPresent()
                      || rows.idleNanos() > TimeUnit.MINUTES.toNanos(IDLE_MINUTES)))) {
        forget(cache);
      }
    }
    refused.keySet().retainAll(there);
  }

  /** Forgets all rows: the node stops, or its cluster begins anew with caches of the same names. */
  public synchronized void forgetAll() {
    List.copyOf(kept.keySet()).forEach(this::forget);
  }

  /** Bytes of heap that rows and indexes take. */
  public synchronized long bytes() {
    return kept.values().stream().mapToLong(KeptRows::bytes).sum();
  }

  /** Publications whose rows are all in memory, and the index if one is wanted. */
  public synchronized int ready() {
    return (int) kept.values().stream().filter(KeptRows::isReady).count();
  }
}
