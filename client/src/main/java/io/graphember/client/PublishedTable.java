// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.Publication;
import io.graphember.client.api.PublicationKind;
import io.graphember.client.api.TripleQuery;
import io.graphember.client.connect.Connections;
import io.graphember.client.connect.ResultConnection;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import javax.cache.Cache;
import org.apache.ignite.cache.query.QueryCursor;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.client.IgniteClient;
import org.jspecify.annotations.Nullable;

/**
 * Published results by the user's key. Safe for use by several threads. Asking by a key of another
 * kind than {@link Publication#keys} is a {@link GraphemberException} with code {@link
 * ClientError#KEY_MISMATCH}.
 *
 * @param <V> what a vertex, or an edge, has
 */
public final class PublishedTable<V> {
  /** Rows in memory at a time while all are read; a row may be thousands of numbers. */
  private static final int PAGE_ROWS = 1024;

  private final Connections connections;
  private final Publication publication;
  private final PublicationKind<V> kind;
  private final ServiceCalls calls;

  PublishedTable(
      Connections connections,
      Publication publication,
      PublicationKind<V> kind,
      ServiceCalls calls) {
    this.connections = connections;
    this.publication = publication;
    this.kind = kind;
    this.calls = calls;
  }

  /** Where the results are. */
  public Publication publication() {
    return publication;
  }

  /** The result of a vertex with an integer key, or null if there is no such vertex. */
  public @Nullable V get(long key) {
    return get((Object) key);
  }

  /** The result of a vertex with a string key, or null if there is no such vertex. */
  public @Nullable V get(String key) {
    return get((Object) key);
  }

  /** The score or class of an edge, or null if there is no such edge. */
  public @Nullable V get(EdgeKey key) {
    return get((Object) key);
  }

  /** What completes a triple, or null if that was not asked. */
  public @Nullable V get(TripleQuery key) {
    return get((Object) key);
  }

  private ClientCache<Object, Object> cache(IgniteClient client) {
    return client.cache(publication.cache());
  }

  private @Nullable V get(Object key) {
    require(key);
    Object value = calls.lookUp(connections, client -> cache(client).get(key));
    return value == null ? null : kind.read(value);
  }

  /** The results of many vertices; those that do not exist are left out. */
  public Map<Object, V> getAll(Set<?> keys) {
    keys.forEach(this::require);
    Map<Object, V> results = new HashMap<>();
    calls
        .lookUp(connections, client -> cache(client).getAll(Set.copyOf(keys)))
        .forEach((key, value) -> results.put(key, kind.read(value)));
    return results;
  }

  /** A key of another class would be missing like one that no vertex has. */
  void require(Object key) {
    final Class<?> expected = keyClass();
    if (!expected.isInstance(key)) {
      throw new GraphemberException(
          ClientError.KEY_MISMATCH,
          "Keys of the %s in cache %s are of class %s, and %s is of class %s: ask for results by the former."
              .formatted(
                  publication.kind(),
                  publication.cache(),
                  expected.getSimpleName(),
                  key,
                  key.getClass().getSimpleName()));
    }
  }

  private Class<?> keyClass() {
    if (kind.keys() != PublicationKind.Keys.VERTICES) {
      return kind.keys() == PublicationKind.Keys.EDGES ? EdgeKey.class : TripleQuery.class;
    }
    return switch (publication.keys()) {
      case INT64 -> Long.class;
      case STRING -> String.class;
      case UUID -> UUID.class;
    };
  }

  /** The result of a vertex with a UUID for a key, or null if there is no such vertex. */
  public @Nullable V get(UUID key) {
    return get((Object) key);
  }

  /**
   * Reads some of the results: those of whole partitions of the cache, over which keys are dealt by
   * their hash. The same for the same results, whatever nodes have them.
   *
   * @param least how many there are at least, if so many were published
   * @return by key, in the order of the cache; about so many, or all
   * @throws GraphemberException with code {@link ClientError#CALL_FAILED} if the cache cannot be
   *     read
   */
  public Map<Object, V> sample(int least) {
    final Map<Object, V> some = new LinkedHashMap<>();
    if (publication.entries() <= least) {
      forEach(some::put);
      return some;
    }
    // There are more results than are asked for, so partitions never run out before they are there.
    for (int partition = 0; some.size() < least; partition++) {
      final int next = partition;
      some.putAll(calls.lookUp(connections, client -> partition(client, next)));
    }
    return some;
  }

  private Map<Object, V> partition(IgniteClient client, int partition) {
    final Map<Object, V> rows = new LinkedHashMap<>();
    try (QueryCursor<Cache.Entry<Object, Object>> cursor =
        cache(client).query(new ScanQuery<Object, Object>().setPartition(partition))) {
      cursor.forEach(entry -> rows.put(entry.getKey(), kind.read(entry.getValue())));
    }
    return rows;
  }

  /**
   * Reads the results of all vertices, each once, in no certain order; 1024 of them are in memory
   * at a time. What the consumer throws ends the reading.
   *
   * @param consumer takes a key, which is a {@code Long}, {@code String} or {@code UUID}, or the
   *     {@link EdgeKey} of an edge or a {@link TripleQuery}, and the result
   * @throws GraphemberException with code {@link ClientError#RESULTS_INCOMPLETE} if the cache has
   *     more or fewer entries than were published, or {@link ClientError#CALL_FAILED} if it cannot
   *     be read, for example because a later run of the job has replaced it
   */
  public void forEach(BiConsumer<Object, V> consumer) {
    final long rows =
        calls.read(connections, (client, progress) -> forEach(client, progress, consumer));
    if (rows != publication.entries()) {
      throw new GraphemberException(
          ClientError.RESULTS_INCOMPLETE,
          "Cache %s gave %d results and %d were published: read it again when no node comes or goes, or run its job again."
              .formatted(publication.cache(), rows, publication.entries()));
    }
  }

  /** Reads all, which can be asked again as long as the consumer was given nothing; the number. */
  private long forEach(
      IgniteClient client, ResultConnection.Progress progress, BiConsumer<Object, V> consumer) {
    ScanQuery<Object, Object> all = new ScanQuery<Object, Object>().setPageSize(PAGE_ROWS);
    long rows = 0;
    try (QueryCursor<Cache.Entry<Object, Object>> cursor = cache(client).query(all)) {
      for (Cache.Entry<Object, Object> entry : cursor) {
        consumer.accept(entry.getKey(), kind.read(entry.getValue()));
        rows++;
        progress.made();
      }
    } catch (ClientException e) {
      throw rows == 0 ? e : calls.translated(e);
    }
    return rows;
  }
}
