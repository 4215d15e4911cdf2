// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.ValueChange;
import io.graphember.jobs.cluster.Values;
import io.graphember.spi.error.GraphemberException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.function.BiConsumer;

/** The values of a cache, as one node sees them. */
record LocalValues<K, V>(LocalCluster cluster, UUID node, String cache) implements Values<K, V> {
  @SuppressWarnings("unchecked") // what was put there
  private Map<K, V> all() {
    cluster.requireAlive(node);
    return (Map<K, V>) cluster.cache(cache);
  }

  @Override
  public Optional<V> get(K key) {
    return Optional.ofNullable(all().get(key));
  }

  @Override
  public Map<K, V> getAll(Set<? extends K> keys) {
    Map<K, V> found = new HashMap<>();
    keys.forEach(key -> get(key).ifPresent(value -> found.put(key, value)));
    return found;
  }

  @Override
  public Optional<V> local(K key) {
    return cluster.holds(node, cache, (Long) key) ? get(key) : Optional.empty();
  }

  @Override
  public void eachLocal(int partition, BiConsumer<? super K, ? super V> consumer) {
    if (!cluster.copies(cache).get(partition).contains(node)) {
      throw new GraphemberException(
          NodeError.NOT_OWNER, "Partition %d of %s is not here.".formatted(partition, cache));
    }
    all().forEach(consumer); // a cache of results has one partition
  }

  @Override
  public void put(K key, V value) {
    all().put(key, value);
  }

  @Override
  public boolean hasAll(Set<? extends K> keys) {
    return all().keySet().containsAll(keys);
  }

  @Override
  public void change(SortedMap<? extends K, ? extends ValueChange<V>> changes) {
    changes.forEach(
        (key, change) -> all().computeIfPresent(key, (same, value) -> change.apply(value)));
  }

  @Override
  public Watch watch(Runnable changed) {
    return () -> {}; // no client changes anything here
  }

  @Override
  public void remove(K key) {
    all().remove(key);
  }

  @Override
  public long size() {
    return all().size();
  }
}
