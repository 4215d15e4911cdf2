// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.follow;

import io.graphember.ignite.table.KeyHash;
import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.cache.Cache;
import javax.cache.event.CacheEntryEvent;
import javax.cache.event.EventType;
import org.apache.ignite.binary.BinaryObject;

/**
 * Entries of caches that were inserted, as long as nothing else was seen of the caches and memory
 * suffices; their changes are counted in any case. Safe for use by several threads.
 */
final class InsertedEntries {
  /** Of an entry, its event and what points to it, beside its binary objects. */
  private static final int ENTRY_BYTES = 160;

  private final MemoryBudget.Reservation memory;
  private final List<Inserted> entries = new ArrayList<>(); // in the order in which they came
  private boolean all = true; // nothing else was seen
  private long changes;

  /** An entry, and how many changes were seen with it. */
  record Inserted(
      String cache, long hash, long bytes, long changes, Cache.Entry<Object, Object> entry) {}

  /**
   * None.
   *
   * @param memory takes nothing yet; given back when this is closed
   */
  InsertedEntries(MemoryBudget.Reservation memory) {
    this.memory = memory;
  }

  /** Takes note of changes of a cache. */
  synchronized void see(String cache, Iterable<CacheEntryEvent<?, ?>> events) {
    for (CacheEntryEvent<?, ?> event : events) {
      changes++;
      if (all && event.getEventType() == EventType.CREATED) {
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
          new Inserted(
              cache,
              KeyHash.of(event.getKey()),
              bytes,
              changes,
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
  synchronized List<Inserted> entries() {
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

  /** Entries by their caches. */
  static Map<String, List<Cache.Entry<Object, Object>>> byCache(List<Inserted> some) {
    final Map<String, List<Cache.Entry<Object, Object>>> byCache = new LinkedHashMap<>();
    some.forEach(
        one -> byCache.computeIfAbsent(one.cache(), cache -> new ArrayList<>()).add(one.entry()));
    return Collections.unmodifiableMap(byCache);
  }
}
