// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What a job holds from its submission until it is said to have ended: a place among the jobs of
 * its node and user, memory for what came with it. Given back in the other order, once. Safe for
 * use by several threads.
 */
final class Holdings implements AutoCloseable {
  private final Deque<Runnable> ends = new ArrayDeque<>();

  /**
   * Holds something more.
   *
   * @param end gives it back
   */
  synchronized void add(Runnable end) {
    ends.push(end);
  }

  @Override
  public synchronized void close() {
    while (!ends.isEmpty()) {
      ends.pop().run();
    }
  }
}
