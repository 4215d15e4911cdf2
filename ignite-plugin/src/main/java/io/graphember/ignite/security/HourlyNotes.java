// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.security;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What was written down within the last hour, so that it is not written again. Forgets what is
 * older, and everything if there is too much. Safe for use by several threads.
 *
 * @param <T> what is written down
 */
final class HourlyNotes<T> {
  private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);
  private static final int MOST = 4096;

  private final Map<T, Long> written = new ConcurrentHashMap<>(); // when, in ns

  /** True if something is to be written down, which it was not within the last hour. */
  boolean isDue(T what) {
    final long now = System.nanoTime();
    final Long before = written.get(what);
    if (before != null && now - before < HOUR_NANOS) {
      return false;
    }
    if (written.size() >= MOST) {
      written.clear();
    }
    final Long raced = written.put(what, now);
    return raced == null || now - raced >= HOUR_NANOS;
  }
}
