// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** The threads of a client: in the user's process, where they must not keep a JVM from ending. */
public final class ClientThreads {
  private ClientThreads() {}

  /**
   * One daemon thread, which belongs to the caller until that shuts it down.
   *
   * @param name of the thread behind {@code graphember-}
   */
  @SuppressWarnings("checkstyle:regexpsinglelinejava") // the one place of a client
  public static ScheduledExecutorService one(String name) {
    return Executors.newSingleThreadScheduledExecutor(
        task -> {
          Thread thread = new Thread(task, "graphember-" + name);
          thread.setDaemon(true);
          return thread;
        });
  }
}
