// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.spi.error.GraphemberException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Sends something again that did not arrive, though its receiver lives: nobody else would, and
 * trainers wait for it. After {@value #MOST} times, 13 seconds, Ignite knows that the receiver is
 * gone, or will not take it. Nobody waits. Safe for use by several threads.
 */
public final class Redelivery {
  private static final int MOST = 8;
  private static final long FIRST_MILLIS = 50;

  private final Supplier<CompletableFuture<Boolean>> send;
  private final Predicate<Throwable> again;

  /**
   * What is to be delivered.
   *
   * @param send sends it once
   * @param again true of a failure that may go away
   */
  Redelivery(Supplier<CompletableFuture<Boolean>> send, Predicate<Throwable> again) {
    this.send = send;
    this.again = again;
  }

  /** What is to be delivered to a node. */
  public static Redelivery to(
      NodeCalls calls, UUID node, Supplier<CompletableFuture<Boolean>> send) {
    return new Redelivery(send, failure -> mayArrive(calls, node, failure));
  }

  /** A call may fail on its way; what the node itself refuses it refuses again. */
  private static boolean mayArrive(NodeCalls calls, UUID node, Throwable failure) {
    return failure instanceof GraphemberException known
        && known.is(NodeError.NODE_CALL_FAILED)
        && calls.alive(node);
  }

  /**
   * Delivers.
   *
   * @return done when it has arrived, or with the last failure
   */
  public CompletableFuture<Boolean> deliver() {
    return attempt(1, FIRST_MILLIS);
  }

  private CompletableFuture<Boolean> attempt(int number, long pauseMillis) {
    return send.get()
        .handle(
            (taken, failure) -> {
              if (failure == null || number == MOST || !again.test(failure)) {
                return failure == null
                    ? CompletableFuture.completedFuture(taken)
                    : CompletableFuture.<Boolean>failedFuture(failure);
              }
              return CompletableFuture.supplyAsync(
                      () -> true,
                      CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS))
                  .thenCompose(later -> attempt(number + 1, 2 * pauseMillis));
            })
        .thenCompose(outcome -> outcome);
  }
}
