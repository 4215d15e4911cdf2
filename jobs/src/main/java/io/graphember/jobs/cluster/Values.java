// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /** Writes a value; it is on all copies when this returns. */
  void put(K key, V value);

  /** Removes a value if there is one. */
  void remove(K key);

  /** Number of values in the cluster. */
  long size();
}
