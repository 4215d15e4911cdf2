// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Waits for a condition, with a bound. */
public final class Await {
  private Await() {}

  public static void until(Duration bound, BooleanSupplier condition) {
    if (!holds(bound, condition)) {
      throw new AssertionError("not so within " + bound);
    }
  }

  /** Whether the condition held within the bound. */
  public static boolean holds(Duration bound, BooleanSupplier condition) {
    long deadline = System.nanoTime() + bound.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      try {
        never.await(10, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
    return true;
  }
}
