// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.follow;

import io.graphember.client.api.follow.FollowCause;
import io.graphember.client.table.ClusterTables;
import io.graphember.client.table.TableError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.follow.NewRows;
import io.graphember.jobs.follow.ReadKeys;
import io.graphember.jobs.follow.TableWatch;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.cache.Cache;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cache.QueryEntity;
import org.apache.ignite.cache.query.ContinuousQuery;
import org.apache.ignite.cache.query.QueryCursor;
import org.apache.ignite.configuration.CacheConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * Continuous queries on some caches, which count changes and keep what is new. Backups keep what a
 * primary copy has not delivered, but a cache without backups has none, so that the loss of a
 * server is a gap; and queries end without a word with their cache.
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
  private final Set<String> vertices = new HashSet<>(); // caches of vertices
  private final List<QueryCursor<?>> queries = new CopyOnWriteArrayList<>();
  private final ReadKeys keys;
  private final NewEntries entries;

  /**
   * Sees nothing yet.
   *
   * @param budget of the keys of rows that were read, and of rows that were inserted
   */
  ContinuousWatch(Ignite ignite, Cluster cluster, MemoryBudget budget) {
    keys = new ReadKeys(budget.take(0, "Keys of a graph that follows its tables"));
    entries = new NewEntries(budget.take(0, "Rows of a graph that follows its tables"));
    this.ignite = ignite;
    this.cluster = cluster;
    deployments = new CacheDeployments(ignite);
    servers = cluster.servers().stream().map(Node::id).toList();
  }

  /**
   * Sees the changes of a cache, too; used by the thread that has made it.
   *
   * @param vertexKey column of the keys of vertices; empty if it has none, or no vertices
   */
  void add(String name, Optional<String> vertexKey) {
    try {
      final IgniteCache<Object, Object> cache = ignite.cache(name);
      final Optional<Object> deployment = deployments.of(name);
      if (cache == null || deployment.isEmpty()) {
        throw failed(name, "it does not exist", null);
      }
      deployed.put(name, deployment.get());
      final ContinuousQuery<Object, Object> query = new ContinuousQuery<>();
      vertexKey.ifPresent(key -> vertices.add(name));
      final Optional<VertexKeyColumn> column =
          vertexKey.map(key -> new VertexKeyColumn(key, tables(cache)));
      query.setLocalListener(events -> entries.see(name, column, events));
      query.setIncludeExpired(true);
      query.setPageSize(PAGE_CHANGES);
      query.setTimeInterval(PAGE_MILLIS);
      queries.add(cache.withKeepBinary().query(query));
    } catch (CacheException | IgniteException e) {
      throw failed(name, String.valueOf(e.getMessage()), e);
    }
  }

  @SuppressWarnings("unchecked") // Ignite takes a class without its types
  private static List<QueryEntity> tables(IgniteCache<Object, Object> cache) {
    final CacheConfiguration<Object, Object> configuration =
        cache.getConfiguration(CacheConfiguration.class);
    return List.copyOf(configuration.getQueryEntities());
  }

  private static GraphemberException failed(
      String cache, String why, @Nullable RuntimeException e) {
    return new GraphemberException(
        TableError.QUERY_FAILED, "The cache %s cannot be followed: %s.".formatted(cache, why), e);
  }

  @Override
  public long changes() {
    return entries.changes();
  }

  @Override
  public ReadKeys reading() {
    entries.reset();
    keys.begin();
    return keys;
  }

  @Override
  public Optional<NewRows> newRows() {
    final long seen = entries.changes();
    final List<NewEntries.New> came =
        entries.entries().stream().filter(one -> one.changes() <= seen).toList();
    final List<NewEntries.New> news =
        came.stream().filter(one -> !one.inserted() || !keys.has(one.cache(), one.hash())).toList();
    final Map<String, List<Cache.Entry<Object, Object>>> byCache = NewEntries.byCache(news);
    final long rows = byCache.values().stream().mapToLong(List::size).sum();
    final boolean inserts =
        news.stream().anyMatch(one -> one.inserted() && vertices.contains(one.cache()));
    return Optional.of(new NewRows(seen, rows, inserts, ClusterTables.of(ignite, byCache)))
        .filter(all -> keys.known() && entries.all());
  }

  @Override
  public void added(NewRows rows) {
    entries.entries().stream()
        .filter(one -> one.changes() <= rows.changes())
        .collect(Collectors.groupingBy(NewEntries.New::cache))
        .forEach(
            (cache, some) ->
                keys.add(cache, some.stream().mapToLong(NewEntries.New::hash).toArray()));
    entries.added(rows.changes());
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
    entries.close();
    keys.close();
  }
}
