// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.connect.ClientThreads;
import io.graphember.spi.error.GraphemberException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Tells the node that takes a load, every {@value #SECONDS} seconds, that its client is alive: the
 * client may read its files for long before there is a piece to send. Owns its thread.
 */
final class Heartbeat implements AutoCloseable {
  private static final long SECONDS = 5;

  private final ScheduledExecutorService thread = ClientThreads.one("heartbeat");

  /**
   * Beats until it is closed.
   *
   * @param beat tells the node; a failure is left to the next real call
   */
  Heartbeat(Runnable beat) {
    thread.scheduleAtFixedRate(() -> attempt(beat), SECONDS, SECONDS, TimeUnit.SECONDS);
  }

  private static void attempt(Runnable beat) {
    try {
      beat.run();
    } catch (GraphemberException expected) {
      // The load's own calls meet it too, and say so.
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
