// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.BiConsumer;

/**
 * The values of one cache.
 *
 * @param <K> keys
 * @param <V> values
 */
public interface Values<K, V> {
  /** Name of the cache. */
  String cache();

  /** The value of a key. */
  Optional<V> get(K key);

  /** The values of those keys that have one. */
  Map<K, V> getAll(Set<? extends K> keys);

  /** The value of a key if this node holds a copy of it. */
  Optional<V> local(K key);

  /**
   * Gives all values of a partition of which this node holds a copy, in any order.
   *
   * @throws io.graphember.spi.error.GraphemberException with code {@link
   *     io.graphember.jobs.NodeError#NOT_OWNER} if it holds none
   */
  void eachLocal(int partition, BiConsumer<? super K, ? super V> consumer);

  /** Writes a value; it is on all copies when this returns. */
  void put(K key, V value);

  /** True if all of these keys have a value. */
  boolean hasAll(Set<? extends K> keys);

  /**
   * Changes values where they are, all copies of them. A change of one value is made at once:
   * others of the same value come before or after it. Keys without a value are left out. If a node
   * leaves meanwhile, what it has changed just then may be changed twice.
   *
   * @param changes by key, in the order of keys, so that two of them never wait for each other
   */
  void change(SortedMap<? extends K, ? extends ValueChange<V>> changes);

  /**
   * Says so whenever a value of which this node holds the primary copy has changed.
   *
   * @param changed does not wait, and is not called any more when what is returned was closed
   */
  Watch watch(Runnable changed);

  /** Removes a value if there is one. */
  void remove(K key);

  /** Number of values in the cluster. */
  long size();

  /** A watch over changes, until it is closed. */
  @FunctionalInterface
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }
}
