// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.watchdog;

import io.graphember.ignite.timer.NodeTimer;
import io.graphember.jobs.watchdog.EngineWatch;

/** Has a watch look again and again while its node runs. */
public final class WatchTimer {
  private static final long MOST_MILLIS = 5_000;

  private final NodeTimer timer;
  private final EngineWatch watch;
  private final long periodMillis;

  /**
   * A timer that is not started.
   *
   * @param callMillis longest time of a call, 1 or more; looked at four times within it, and every
   *     {@value #MOST_MILLIS} ms at least
   */
  public WatchTimer(NodeTimer timer, EngineWatch watch, long callMillis) {
    this.timer = timer;
    this.watch = watch;
    this.periodMillis = Math.max(1, Math.min(callMillis / 4, MOST_MILLIS));
  }

  /** Looks from now on. */
  public void start() {
    timer.every(
        periodMillis,
        () -> {
          watch.look();
          return true;
        });
  }
}
