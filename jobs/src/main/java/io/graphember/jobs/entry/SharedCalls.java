// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.entry;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;

/**
 * Calls to the cluster that many threads of a node make at once: one at a time, and who comes while
 * one is under way shares the next with all others who do. A hundred wait for two calls, not for a
 * hundred. Safe for use by several threads.
 *
 * @param <R> what a call gives
 */
public final class SharedCalls<R> {
  private final IntFunction<R> call;
  private final ReentrantLock running = new ReentrantLock();
  private Optional<Next<R>> next = Optional.empty(); // guarded by this

  /**
   * Calls.
   *
   * @param call of so many callers; made by one thread at a time
   */
  public SharedCalls(IntFunction<R> call) {
    this.call = call;
  }

  /**
   * What one of the callers gets.
   *
   * @param result of the call
   * @param place of the caller among those who share it, from 0
   * @param callers number of those
   */
  public record Share<R>(R result, int place, int callers) {}

  /** A call that is not made yet; guarded by the outer object until it is. */
  private static final class Next<R> {
    private final CompletableFuture<R> result = new CompletableFuture<>();
    private int callers;
  }

  /** The place of a caller in a call that is not made yet; the first one makes it. */
  private record Place<R>(Next<R> shared, int number) {
    CompletableFuture<Share<R>> share() {
      return shared.result.thenApply(result -> new Share<>(result, number, shared.callers));
    }
  }

  /** Shares a call that begins after this; waits for it. */
  public Share<R> call() {
    final Place<R> place = enter();
    if (place.number() == 0) {
      run();
    }
    try {
      return place.share().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
  }

  /**
   * The same, but does not wait.
   *
   * @param executor makes the call, if this is the first who asks for it
   */
  public CompletableFuture<Share<R>> callSoon(Executor executor) {
    final Place<R> place = enter();
    if (place.number() == 0) {
      try {
        executor.execute(this::run);
      } catch (RuntimeException e) {
        close().result.completeExceptionally(e);
      }
    }
    return place.share();
  }

  private synchronized Place<R> enter() {
    if (next.isEmpty()) {
      next = Optional.of(new Next<>());
    }
    final Next<R> shared = next.orElseThrow();
    return new Place<>(shared, shared.callers++);
  }

  /** Who comes from here on shares another call. */
  private synchronized Next<R> close() {
    final Next<R> mine = next.orElseThrow();
    next = Optional.empty();
    return mine;
  }

  private void run() {
    running.lock();
    try {
      final Next<R> mine = close();
      try {
        mine.result.complete(call.apply(mine.callers));
      } catch (RuntimeException | Error e) {
        mine.result.completeExceptionally(e);
      }
    } finally {
      running.unlock();
    }
  }
}
