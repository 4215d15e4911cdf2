// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The end of a wait. Immutable. */
final class Bound {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final long end;

  private Bound(long end) {
    this.end = end;
  }

  static Bound in(Duration time) {
    return new Bound(System.nanoTime() + time.toNanos());
  }

  boolean over() {
    return System.nanoTime() - end > 0;
  }

  /** Waits a moment. */
  static void pause() {
    LockSupport.parkNanos(PAUSE_NANOS);
  }

  /** Waits some time. */
  static void pass(Duration time) {
    final Bound bound = in(time);
    while (!bound.over()) {
      pause();
    }
  }

  /**
   * Waits until something is so.
   *
   * @throws Violation if it does not come to be so in time
   */
  void until(BooleanSupplier condition, Supplier<String> what) throws Violation {
    while (!condition.getAsBoolean()) {
      if (over()) {
        throw new Violation("not in time: " + what.get());
      }
      pause();
    }
  }
}
