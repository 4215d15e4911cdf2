// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.sampling.SamplingError;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Waits for replies: bounded, and left within {@value #POLL_MILLIS} ms of a cancellation.
 *
 * @param cancellation of the job
 * @param timeoutMillis longest wait for one reply
 */
public record Replies(Cancellation cancellation, long timeoutMillis) {
  private static final long POLL_MILLIS = 50;

  /**
   * Waits for one reply.
   *
   * @param what for the message, for example {@code "neighbours of hop 1"}
   * @throws GraphemberException cancelled, late, or the failure of the other side
   */
  public <T> T await(CompletableFuture<T> reply, String what) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    while (true) {
      cancellation.check();
      try {
        return reply.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (System.nanoTime() - deadline > 0) {
          throw new GraphemberException(
              SamplingError.REPLY_LATE,
              "No answer within %d ms while waiting for %s.".formatted(timeoutMillis, what),
              e);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new GraphemberException(
            SamplingError.REPLY_FAILED, "Interrupted while waiting for %s.".formatted(what), e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof GraphemberException known) {
          throw known;
        }
        throw failed(what, e.getCause());
      } catch (CancellationException e) {
        throw failed(what, e);
      }
    }
  }

  private GraphemberException failed(String what, @Nullable Throwable cause) {
    cancellation.check();
    return new GraphemberException(
        SamplingError.REPLY_FAILED, "Waiting for %s failed: %s.".formatted(what, cause), cause);
  }
}
