// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Short work that is held until its time; no thread waits with it. Safe for use by several threads.
 *
 * @param executor does the work; may refuse it while all its threads are busy
 */
record HeldWork(Executor executor) {
  private static final long AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A minute; a node that has stopped refuses for ever. */
  private static final int MOST_TRIES = 1_200;

  /**
   * Holds work.
   *
   * @param nanos how long
   */
  void hold(long nanos, Runnable work) {
    hold(nanos, work, MOST_TRIES);
  }

  private void hold(long nanos, Runnable work, int tries) {
    CompletableFuture.delayedExecutor(
            nanos, TimeUnit.NANOSECONDS, task -> hand(task, () -> again(work, tries)))
        .execute(
            () -> {
              try {
                work.run();
              } catch (RuntimeException e) { // those who are to go on with it are all busy
                again(work, tries);
              }
            });
  }

  private void hand(Runnable task, Runnable refused) {
    try {
      executor.execute(task);
    } catch (RuntimeException e) {
      refused.run();
    }
  }

  private void again(Runnable work, int tries) {
    if (tries > 0) {
      hold(AGAIN_NANOS, work, tries - 1);
    }
  }
}
