// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.jobs.cluster.Values;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.cache.CachePeekMode;

/** The values of one of Ignite's caches. */
record IgniteValues<K, V>(IgniteCache<K, V> values) implements Values<K, V> {
  private static final CachePeekMode[] COPIES = {CachePeekMode.PRIMARY, CachePeekMode.BACKUP};

  @Override
  public String cache() {
    return values.getName();
  }

  @Override
  public Optional<V> get(K key) {
    return Optional.ofNullable(values.get(key));
  }

  @Override
  public Map<K, V> getAll(Set<? extends K> keys) {
    return values.getAll(keys);
  }

  @Override
  public Optional<V> local(K key) {
    return Optional.ofNullable(values.localPeek(key, COPIES));
  }

  @Override
  public void put(K key, V value) {
    values.put(key, value);
  }

  @Override
  public void remove(K key) {
    values.remove(key);
  }

  @Override
  public long size() {
    return values.sizeLong(CachePeekMode.PRIMARY);
  }
}
