// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.jobs.cluster.ValueChange;
import javax.cache.processor.MutableEntry;
import org.apache.ignite.cache.CacheEntryProcessor;

/**
 * Changes the value of an entry where its primary copy is, if it has one.
 *
 * @param <K> keys
 * @param <V> values
 */
final class ChangedEntry<K, V> implements CacheEntryProcessor<K, V, Void> {
  private static final long serialVersionUID = 1L;

  private final ValueChange<V> change;

  ChangedEntry(ValueChange<V> change) {
    this.change = change;
  }

  @Override
  public Void process(MutableEntry<K, V> entry, Object... none) {
    if (entry.exists()) {
      entry.setValue(change.apply(entry.getValue()));
    }
    return null;
  }
}
