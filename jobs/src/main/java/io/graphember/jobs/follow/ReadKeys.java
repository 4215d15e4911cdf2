// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import io.graphember.memory.MemoryBudget;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which rows of the tables are in a graph, by a hash of 64 bits of the key of each: 8 bytes a row.
 * A row that is inserted while tables are read may have been read or not; this says so. Among a
 * billion rows of a table one in 10^10 others has the hash of one of them, and would be left out
 * until the tables are read again.
 *
 * <p>Where memory does not suffice nothing is known of any row. Safe for use by several threads.
 */
public final class ReadKeys implements AutoCloseable {
  private static final int CHUNK = 1 << 18; // sorted as a whole, again after each batch of rows

  private final MemoryBudget.Reservation memory;
  private final Map<String, Sorted> keys = new HashMap<>(); // by cache
  private final Set<String> reading = new HashSet<>(); // caches, since the reading began
  private boolean known = true;

  /**
   * No row is in the graph.
   *
   * @param memory takes nothing yet; given back when this is closed
   */
  public ReadKeys(MemoryBudget.Reservation memory) {
    this.memory = memory;
  }

  /** A reading of all tables begins: what was known of rows is forgotten. */
  public synchronized void begin() {
    keys.clear();
    reading.clear();
    memory.shrinkTo(0);
    known = true;
  }

  /**
   * A cache is read, for the first time or once more, from its beginning.
   *
   * @param ofSeveral whether another table of the graph has the same cache: each is read at another
   *     time, so nothing is known of its rows
   */
  public synchronized void begin(String cache, boolean ofSeveral) {
    known &= !ofSeveral;
    Optional.ofNullable(keys.put(cache, new Sorted()))
        .ifPresent(before -> memory.giveBack(before.bytes()));
    reading.add(cache);
  }

  /** Rows that were read of a cache, by the hashes of their keys; or were added to the graph. */
  public synchronized void add(String cache, long[] hashes) {
    try {
      final Sorted of = keys.computeIfAbsent(cache, name -> new Sorted());
      for (int from = 0; known && from < hashes.length; from += CHUNK) {
        of.add(Arrays.copyOfRange(hashes, from, Math.min(hashes.length, from + CHUNK)));
      }
    } catch (GraphemberException e) { // no memory: the graph is read as a whole each time
      forget();
    }
  }

  private void forget() {
    keys.clear();
    memory.shrinkTo(0);
    known = false;
  }

  /** True if all rows that were read are known. */
  public synchronized boolean known() {
    return known && !reading.isEmpty();
  }

  /** True if a row is in the graph. */
  public synchronized boolean has(String cache, long hash) {
    final Sorted of = keys.get(cache);
    return of != null && of.has(hash);
  }

  @Override
  public synchronized void close() {
    forget();
    memory.close();
  }

  /** Hashes in arrays that are sorted, full ones once. */
  private final class Sorted {
    private final List<long[]> full = new ArrayList<>();
    private long[] last = new long[0];
    private int size; // of the last one
    private boolean sorted = true;

    void add(long[] hashes) {
      int from = 0;
      while (from < hashes.length) {
        if (size == last.length) {
          grow();
        }
        final int some = Math.min(hashes.length - from, last.length - size);
        System.arraycopy(hashes, from, last, size, some);
        size += some;
        from += some;
        sorted = false;
      }
    }

    private void grow() {
      if (size == CHUNK) {
        sort();
        full.add(last);
        last = new long[0];
        size = 0;
      }
      final int larger = Math.min(CHUNK, Math.max(1 << 10, 2 * size));
      memory.grow((long) Long.BYTES * (larger - last.length));
      last = Arrays.copyOf(last, larger);
    }

    long bytes() {
      return (long) Long.BYTES * (last.length + (long) CHUNK * full.size());
    }

    private void sort() {
      if (!sorted) {
        Arrays.sort(last, 0, size);
        sorted = true;
      }
    }

    boolean has(long hash) {
      sort();
      return Arrays.binarySearch(last, 0, size, hash) >= 0
          || full.stream().anyMatch(some -> Arrays.binarySearch(some, hash) >= 0);
    }
  }
}
