// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.ValueChange;
import io.graphember.jobs.cluster.Values;
import io.graphember.spi.error.GraphemberException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import javax.cache.Cache;
import javax.cache.CacheException;
import javax.cache.processor.EntryProcessor;
import javax.cache.processor.EntryProcessorResult;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cache.CachePeekMode;
import org.apache.ignite.cache.query.ContinuousQuery;
import org.apache.ignite.cache.query.QueryCursor;
import org.apache.ignite.cache.query.ScanQuery;

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
  public void eachLocal(int partition, BiConsumer<? super K, ? super V> consumer) {
    try (QueryCursor<Cache.Entry<K, V>> cursor =
        values.query(new ScanQuery<K, V>().setLocal(true).setPartition(partition))) {
      cursor.forEach(entry -> consumer.accept(entry.getKey(), entry.getValue()));
    } catch (CacheException | IgniteException e) { // the partition has moved, or the cache is gone
      throw new GraphemberException(
          NodeError.NOT_OWNER,
          "Partition %d of cache %s is not on this node: %s."
              .formatted(partition, values.getName(), e.getMessage()),
          e);
    }
  }

  @Override
  public void put(K key, V value) {
    values.put(key, value);
  }

  @Override
  public boolean hasAll(Set<? extends K> keys) {
    return values.containsKeys(keys);
  }

  @Override
  public void change(SortedMap<? extends K, ? extends ValueChange<V>> changes) {
    final SortedMap<K, EntryProcessor<K, V, Void>> processors = new TreeMap<>();
    changes.forEach((key, change) -> processors.put(key, new ChangedEntry<>(change)));
    values.invokeAll(processors).values().forEach(EntryProcessorResult::get);
  }

  @Override
  public Watch watch(Runnable changed) {
    final ContinuousQuery<K, V> changes = new ContinuousQuery<>();
    changes.setLocal(true);
    changes.setLocalListener(events -> changed.run());
    return values.query(changes)::close;
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
