// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.view;

import java.time.Duration;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * How long a task still takes, if it goes on as it did so far. Steps that are told of in its first
 * moment were done before anybody looked: they say nothing. Used by one thread.
 */
final class TimeLeft {
  private static final long FIRST_NANOS = Duration.ofMillis(200).toNanos();

  /** Before that nobody knows how fast it is. */
  private static final long LOOKED_NANOS = Duration.ofSeconds(2).toNanos();

  /** Less is not worth a word. */
  private static final double LEAST_SECONDS = 5;

  private static final double MINUTE = 60;
  private static final double HOUR = 3600;
  private static final double SECOND_NANOS = 1e9;

  private final long total;
  private final LongSupplier nanos;
  private final long began;
  private long since; // when the steps that count began
  private long before; // steps that were done then

  /** A task of so many steps that begins now. */
  TimeLeft(long total) {
    this(total, System::nanoTime);
  }

  /**
   * The same by a clock.
   *
   * @param nanos the time, as {@link System#nanoTime}
   */
  TimeLeft(long total, LongSupplier nanos) {
    this.total = total;
    this.nanos = nanos;
    this.began = nanos.getAsLong();
    this.since = began;
  }

  /**
   * A note with the time that is left, where that is known and long.
   *
   * @param done all steps done so far
   * @param note how it goes, may be empty
   */
  String with(long done, String note) {
    final long now = nanos.getAsLong();
    if (now - began < FIRST_NANOS) {
      since = now;
      before = done;
    }
    if (now - since < LOOKED_NANOS || done <= before || done >= total) {
      return note;
    }
    final double left = (now - since) / SECOND_NANOS / (done - before) * (total - done);
    if (left < LEAST_SECONDS) {
      return note;
    }
    return note + (note.isEmpty() ? "" : ", ") + text(left) + " left";
  }

  private static String text(double seconds) {
    if (seconds < MINUTE) {
      return String.format(Locale.ROOT, "%.0f s", seconds);
    }
    return seconds < HOUR
        ? String.format(Locale.ROOT, "%.0f min", seconds / MINUTE)
        : String.format(Locale.ROOT, "%.1f h", seconds / HOUR);
  }
}
