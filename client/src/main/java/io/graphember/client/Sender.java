// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.client.connect.ClientThreads;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;

/**
 * Sends one thing while the caller makes the next: one is on its way at a time, in the order in
 * which they came. Owns the thread that waits for the replies.
 */
final class Sender implements AutoCloseable {
  private final ExecutorService thread = ClientThreads.one("send");
  private CompletableFuture<Void> underway = CompletableFuture.completedFuture(null);

  /**
   * Begins to send, once the one before has arrived.
   *
   * @throws RuntimeException what went wrong with the one before
   */
  void send(Runnable request) {
    await();
    underway = CompletableFuture.runAsync(request, thread);
  }

  /** Waits until everything has arrived. */
  void await() {
    try {
      underway.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Lets what is underway end; nothing is sent any more. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
