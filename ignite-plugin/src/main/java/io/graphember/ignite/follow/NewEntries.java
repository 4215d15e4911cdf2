// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.follow;

import io.graphember.ignite.table.KeyHash;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.cache.Cache;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.EventType;
import org.apache.ignite.binary.BinaryObject;

/**
 * Entries of caches that were inserted, and those of vertices that were updated, as long as nothing
 * else was seen of the caches and memory suffices; changes are counted in any case. Safe for use by
 * several threads.
 */
final class NewEntries {
  /** Of an entry, its event and what points to it, beside its binary objects. */
  private static final int ENTRY_BYTES = 160;

  private final MemoryBudget.Reservation memory;
  private final List<New> entries = new ArrayList<>(); // in the order in which they came
  private boolean all = true; // nothing else was seen
  private long changes;

  /**
   * An entry.
   *
   * @param hash of its key
   * @param bytes that it takes
   * @param changes how many changes were seen, this one among them
   * @param inserted false if there was one of its key
   */
  record New(
      String cache,
      long hash,
      long bytes,
      long changes,
      boolean inserted,
      Cache.Entry<Object, Object> entry) {}

  /**
   * None.
   *
   * @param memory takes nothing yet; given back when this is closed
   */
  NewEntries(MemoryBudget.Reservation memory) {
    this.memory = memory;
  }

  /**
   * Takes note of changes of a cache.
   *
   * @param vertices column of the keys of vertices; empty if it has none, or no vertices
   */
  synchronized void see(
      String cache,
      Optional<VertexKeyColumn> vertices,
      Iterable<? extends CacheEntryEvent<?, ?>> events) {
    for (CacheEntryEvent<?, ?> event : events) {
      changes++;
      final boolean updated =
          event.getEventType() == EventType.UPDATED
              && vertices.filter(column -> column.isSame(event)).isPresent();
      if (all && (updated || event.getEventType() == EventType.CREATED)) {
        keep(cache, event);
      } else if (all) {
        forget();
      }
    }
  }

  @SuppressWarnings("unchecked") // keys and values of any class
  private void keep(String cache, CacheEntryEvent<?, ?> event) {
    final long bytes = ENTRY_BYTES + bytes(event.getKey()) + bytes(event.getValue());
    try {
      memory.grow(bytes);
      entries.add(
          new New(
              cache,
              KeyHash.of(event.getKey()),
              bytes,
              changes,
              event.getEventType() == EventType.CREATED,
              (Cache.Entry<Object, Object>) event));
    } catch (GraphemberException e) { // no memory: the tables are read
      forget();
    }
  }

  private static long bytes(Object part) {
    return part instanceof BinaryObject object
        ? object.size()
        : part instanceof String text ? 2L * text.length() : Long.BYTES;
  }

  private void forget() {
    all = false;
    entries.clear();
    memory.shrinkTo(0);
  }

  /** How many changes were seen. */
  synchronized long changes() {
    return changes;
  }

  /** The tables are read as they are now. */
  synchronized void reset() {
    forget();
    all = true;
  }

  /** True if nothing but these was seen, and they are all here. */
  synchronized boolean all() {
    return all;
  }

  /** What is here. */
  synchronized List<New> entries() {
    return List.copyOf(entries);
  }

  /** Forgets those that came with changes up to a number, which are in the graph. */
  synchronized void added(long upTo) {
    int count = 0;
    long bytes = 0;
    while (count < entries.size() && entries.get(count).changes() <= upTo) {
      bytes += entries.get(count).bytes();
      count++;
    }
    entries.subList(0, count).clear();
    memory.giveBack(bytes);
  }

  /** Sees nothing any more. */
  synchronized void close() {
    forget();
    memory.close();
  }

  /** Entries by their caches, the last one of each key. */
  static Map<String, List<Cache.Entry<Object, Object>>> byCache(List<New> some) {
    final Map<String, Map<Long, Cache.Entry<Object, Object>>> last = new LinkedHashMap<>();
    some.forEach(
        one ->
            last.computeIfAbsent(one.cache(), cache -> new LinkedHashMap<>())
                .put(one.hash(), one.entry()));
    final Map<String, List<Cache.Entry<Object, Object>>> byCache = new LinkedHashMap<>();
    last.forEach((cache, entries) -> byCache.put(cache, List.copyOf(entries.values())));
    return byCache;
  }
}
