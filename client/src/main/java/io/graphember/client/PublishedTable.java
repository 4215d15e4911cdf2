// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.api.Publication;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.ignite.client.ClientCache;

/**
 * Published results by the user's key. Safe for use by several threads.
 *
 * @param <V> what a vertex has
 */
public final class PublishedTable<V> {
  private final ClientCache<Object, V> cache;
  private final Publication publication;

  PublishedTable(ClientCache<Object, V> cache, Publication publication) {
    this.cache = cache;
    this.publication = publication;
  }

  /** Where the results are. */
  public Publication publication() {
    return publication;
  }

  /** The result of a vertex with an integer key, or null if there is no such vertex. */
  public V get(long key) {
    return cache.get(key);
  }

  /** The result of a vertex with a string key, or null if there is no such vertex. */
  public V get(String key) {
    return cache.get(key);
  }

  /** The results of many vertices; those that do not exist are left out. */
  public Map<Object, V> getAll(Set<?> keys) {
    return cache.getAll(Set.copyOf(keys));
  }

  /** The result of a vertex with a UUID for a key, or null if there is no such vertex. */
  public V get(UUID key) {
    return cache.get(key);
  }
}
