// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.follow;

import io.graphember.client.api.follow.FollowCause;
import io.graphember.client.table.ClusterTables;
import io.graphember.client.table.TableError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.follow.InsertedRows;
import io.graphember.jobs.follow.ReadKeys;
import io.graphember.jobs.follow.TableWatch;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cache.query.ContinuousQuery;
import org.apache.ignite.cache.query.QueryCursor;
import org.jspecify.annotations.Nullable;

/**
 * Continuous queries on some caches, which count changes and keep what is inserted. Backups keep
 * what a primary copy has not delivered, but a cache without backups has none, so that the loss of
 * a server is a gap; and queries end without a word with their cache.
 */
final class ContinuousWatch implements TableWatch {
  /** Changes that travel together, at most so long after the first. */
  private static final int PAGE_CHANGES = 1024;

  private static final long PAGE_MILLIS = TimeUnit.MILLISECONDS.toMillis(200);

  private final Ignite ignite;
  private final Cluster cluster;
  private final CacheDeployments deployments;
  private final List<UUID> servers; // when it was opened
  private final Map<String, Object> deployed = new HashMap<>(); // by name of the cache
  private final List<QueryCursor<?>> queries = new CopyOnWriteArrayList<>();
  private final ReadKeys keys;
  private final InsertedEntries inserted;

  /**
   * Sees nothing yet.
   *
   * @param budget of the keys of rows that were read, and of rows that were inserted
   */
  ContinuousWatch(Ignite ignite, Cluster cluster, MemoryBudget budget) {
    keys = new ReadKeys(budget.take(0, "Keys of a graph that follows its tables"));
    inserted = new InsertedEntries(budget.take(0, "Rows of a graph that follows its tables"));
    this.ignite = ignite;
    this.cluster = cluster;
    deployments = new CacheDeployments(ignite);
    servers = cluster.servers().stream().map(Node::id).toList();
  }

  /** Sees the changes of a cache, too; used by the thread that has made it. */
  void add(String name) {
    try {
      final IgniteCache<Object, Object> cache = ignite.cache(name);
      final Optional<Object> deployment = deployments.of(name);
      if (cache == null || deployment.isEmpty()) {
        throw failed(name, "it does not exist", null);
      }
      deployed.put(name, deployment.get());
      final ContinuousQuery<Object, Object> query = new ContinuousQuery<>();
      query.setLocalListener(events -> inserted.see(name, events));
      query.setIncludeExpired(true);
      query.setPageSize(PAGE_CHANGES);
      query.setTimeInterval(PAGE_MILLIS);
      queries.add(cache.withKeepBinary().query(query));
    } catch (CacheException | IgniteException e) {
      throw failed(name, String.valueOf(e.getMessage()), e);
    }
  }

  private static GraphemberException failed(
      String cache, String why, @Nullable RuntimeException e) {
    return new GraphemberException(
        TableError.QUERY_FAILED, "The cache %s cannot be followed: %s.".formatted(cache, why), e);
  }

  @Override
  public long changes() {
    return inserted.changes();
  }

  @Override
  public ReadKeys reading() {
    inserted.reset();
    keys.begin();
    return keys;
  }

  @Override
  public Optional<InsertedRows> inserted() {
    final long seen = inserted.changes();
    final List<InsertedEntries.Inserted> came =
        inserted.entries().stream().filter(one -> one.changes() <= seen).toList();
    final List<InsertedEntries.Inserted> news =
        came.stream().filter(one -> !keys.has(one.cache(), one.hash())).toList();
    return Optional.of(
            new InsertedRows(
                seen, news.size(), ClusterTables.of(ignite, InsertedEntries.byCache(news))))
        .filter(rows -> keys.known() && inserted.all());
  }

  @Override
  public void added(InsertedRows rows) {
    inserted.entries().stream()
        .filter(one -> one.changes() <= rows.changes())
        .collect(Collectors.groupingBy(InsertedEntries.Inserted::cache))
        .forEach(
            (cache, some) ->
                keys.add(cache, some.stream().mapToLong(InsertedEntries.Inserted::hash).toArray()));
    inserted.added(rows.changes());
  }

  @Override
  public Optional<FollowCause> missed() {
    if (servers.stream().anyMatch(node -> !cluster.has(node))) {
      return Optional.of(FollowCause.NODE_LEFT);
    }
    final boolean same =
        deployed.entrySet().stream()
            .allMatch(
                cache ->
                    deployments.of(cache.getKey()).filter(cache.getValue()::equals).isPresent());
    return same ? Optional.empty() : Optional.of(FollowCause.CACHE_RENEWED);
  }

  @Override
  public void close() {
    for (QueryCursor<?> query : queries) {
      try {
        query.close();
      } catch (CacheException | IgniteException | IllegalStateException expected) {
        // The cache is gone, or the node stops: the query is gone, too.
      }
    }
    queries.clear();
    inserted.close();
    keys.close();
  }
}
