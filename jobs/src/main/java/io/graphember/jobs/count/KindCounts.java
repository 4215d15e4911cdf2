// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.count;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * A count for each kind of something. Safe for use by several threads.
 *
 * @param <K> the kinds
 */
public final class KindCounts<K extends Enum<K>> {
  private final Class<K> kinds;
  private final LongAdder[] counts; // by the number of the kind

  /** All 0. */
  public KindCounts(Class<K> kinds) {
    this.kinds = kinds;
    this.counts =
        Stream.of(kinds.getEnumConstants()).map(kind -> new LongAdder()).toArray(LongAdder[]::new);
  }

  /** Counts so many. */
  public void add(K kind, long more) {
    counts[kind.ordinal()].add(more);
  }

  /** How many there were. */
  public long of(K kind) {
    return counts[kind.ordinal()].sum();
  }

  /** How many there were of each kind. */
  public Map<K, Long> all() {
    final Map<K, Long> all = new EnumMap<>(kinds);
    for (K kind : kinds.getEnumConstants()) {
      all.put(kind, of(kind));
    }
    return all;
  }

  /** How many there were of all kinds together. */
  public long sum() {
    return all().values().stream().mapToLong(Long::longValue).sum();
  }
}
