// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.majority;

import io.graphember.jobs.NodeError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Holds one job back while there is no majority, for so long as the configuration says. Used by its
 * coordinator's thread.
 */
public final class MajorityWait {
  private static final long AGAIN_MILLIS = 20;

  private final Majority majority;
  private final String what;
  private final long timeoutMillis;
  private final Consumer<Boolean> paused;
  private final Cancellation cancellation;
  private boolean expired;

  /**
   * The waits of a job.
   *
   * @param what the job, for the message, for example {@code "Job cora-gcn"}
   * @param timeoutMillis longest wait
   * @param paused told true when it begins to wait, false when it goes on
   */
  public MajorityWait(
      Majority majority,
      String what,
      long timeoutMillis,
      Consumer<Boolean> paused,
      Cancellation cancellation) {
    this.majority = majority;
    this.what = what;
    this.timeoutMillis = timeoutMillis;
    this.paused = paused;
    this.cancellation = cancellation;
  }

  /** True if the job may go on. */
  public boolean holds() {
    return majority.holds();
  }

  /** True if the job has waited as long as it may. */
  public boolean expired() {
    return expired;
  }

  /**
   * Waits until there is a majority; true if it had to wait.
   *
   * @throws GraphemberException with code {@link NodeError#NO_MAJORITY} if it takes too long;
   *     cancelled
   */
  public boolean await() {
    cancellation.check();
    if (majority.holds()) {
      return false;
    }
    paused.accept(true);
    final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (!majority.holds()) {
      cancellation.check();
      if (System.nanoTime() - end > 0) {
        expired = true;
        throw majority.refusal(
            "%s waited %d ms (majorityTimeoutMillis in GraphemberConfiguration) and needs"
                .formatted(what, timeoutMillis),
            majority.nodes());
      }
      pause();
    }
    paused.accept(false);
    return true;
  }

  private static void pause() {
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(AGAIN_MILLIS, TimeUnit.MILLISECONDS))
        .join();
  }
}
