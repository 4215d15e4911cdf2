// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * A clock that says when what was taken is paid: each unit costs the same time, one after the other
 * (the generic cell rate algorithm in its virtual scheduling form, ITU-T I.371, annex A, without
 * tolerance: whoever has taken waits until its own units are paid). Nothing is saved up while
 * nobody takes. Safe for use by several threads.
 */
final class RateClock {
  /**
   * The clock is never further ahead, whatever was taken: others wait for a job too, and a wait for
   * a reply has an end.
   */
  static final long MOST_AHEAD = TimeUnit.SECONDS.toNanos(30);

  private final double nanosPerUnit;
  private final LongSupplier nanos;
  private long paid; // when all that was taken so far is paid

  /**
   * A clock at which nothing was taken.
   *
   * @param unitsPerSecond positive
   * @param nanos the time, as {@link System#nanoTime}
   */
  RateClock(double unitsPerSecond, LongSupplier nanos) {
    this.nanosPerUnit = 1e9 / unitsPerSecond;
    this.nanos = nanos;
    this.paid = nanos.getAsLong();
  }

  /**
   * Takes units.
   *
   * @param units how many, 0 or more
   * @param since when the first of them was used: they are paid from then on, or from when all that
   *     were taken before are paid
   * @return when these are paid
   */
  synchronized long take(long units, long since) {
    final long from = since - paid > 0 ? since : paid;
    final long most = nanos.getAsLong() + MOST_AHEAD;
    final long until = from + (long) Math.min(MOST_AHEAD, units * nanosPerUnit);
    paid = until - most > 0 ? most : until;
    return paid;
  }

  /** When all that was taken so far is paid. */
  synchronized long paid() {
    return paid;
  }
}
