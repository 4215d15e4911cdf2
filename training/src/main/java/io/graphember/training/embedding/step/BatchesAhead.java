// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

import io.graphember.sampling.engine.Replies;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongFunction;

/**
 * Batches of consecutive steps, the next of which is made while one is trained. Used by one thread;
 * batches are made by another one, one at a time.
 *
 * @param <B> a batch
 */
public final class BatchesAhead<B> {
  private final LongFunction<B> source;
  private final Executor executor;
  private final Replies replies;
  private final long end;
  private long next;
  private CompletableFuture<B> ahead;

  /**
   * Batches of the steps {@code from .. to - 1}.
   *
   * @param source makes the batch of a step
   */
  public BatchesAhead(
      LongFunction<B> source, long from, long to, Executor executor, Replies replies) {
    this.source = source;
    this.executor = executor;
    this.replies = replies;
    this.next = from;
    this.end = to;
    this.ahead = begin();
  }

  private CompletableFuture<B> begin() {
    final long step = next++;
    return step < end
        ? CompletableFuture.supplyAsync(() -> source.apply(step), executor)
        : CompletableFuture.completedFuture(null);
  }

  /** The next batch; null behind the last one. */
  public B next() {
    final B batch = replies.await(ahead, "a batch");
    ahead = begin();
    return batch;
  }

  /** Waits for the batch that is being made, so that its source is free. */
  public void close() {
    ahead.handle((batch, failure) -> true).join();
  }
}
