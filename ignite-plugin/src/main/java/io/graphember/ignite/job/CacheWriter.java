// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import java.util.function.Supplier;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteDataStreamer;

/**
 * Writes entries of one cache; does nothing without one. Closed early, it drops the rest. Entries
 * may be added by several threads.
 */
final class CacheWriter<V> implements AutoCloseable {
  private final IgniteDataStreamer<Object, V> streamer; // null without a cache

  private CacheWriter(IgniteDataStreamer<Object, V> streamer) {
    this.streamer = streamer;
  }

  /**
   * A writer.
   *
   * @param cache name of the cache; null for none
   */
  static <V> CacheWriter<V> of(Ignite ignite, String cache) {
    if (cache == null) {
      return new CacheWriter<>(null);
    }
    IgniteDataStreamer<Object, V> streamer = ignite.dataStreamer(cache);
    streamer.allowOverwrite(
        true); // through ordinary puts, so that backups are exact if a node goes
    return new CacheWriter<>(streamer);
  }

  /** True if there is a cache. */
  boolean writes() {
    return streamer != null;
  }

  void add(Object key, Supplier<V> value) {
    if (streamer != null) {
      streamer.addData(key, value.get());
    }
  }

  void complete() {
    if (streamer != null) {
      streamer.close(false);
    }
  }

  @Override
  public void close() {
    if (streamer != null) {
      streamer.close(true);
    }
  }
}
