// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.spi.Cancellation;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The wait between two questions after the same work. Used by one thread. */
public final class Pause {
  private static final long FIRST_MILLIS = 10;
  private static final long LONGEST_MILLIS = 50;

  private final CountDownLatch never = new CountDownLatch(1);
  private final Cancellation cancellation;
  private final long longestMillis;
  private long millis = FIRST_MILLIS;

  Pause(Cancellation cancellation) {
    this(cancellation, LONGEST_MILLIS);
  }

  /**
   * Pauses that become longer.
   *
   * @param cancellation looked at after each
   * @param longestMillis the longest of them
   */
  public Pause(Cancellation cancellation, long longestMillis) {
    this.cancellation = cancellation;
    this.longestMillis = longestMillis;
  }

  /**
   * Waits a little longer than the last time.
   *
   * @throws io.graphember.spi.error.GraphemberException if it is cancelled
   */
  public void next() {
    try {
      never.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    millis = Math.min(longestMillis, millis * 2);
    cancellation.check();
  }
}
