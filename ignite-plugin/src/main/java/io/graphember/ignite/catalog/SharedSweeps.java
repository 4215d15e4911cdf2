// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.catalog;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sweeps of a node, one at a time. Who asks while one runs shares the next with all others who ask:
 * Ignite destroys a hundred caches in the exchange that it needs for one. Safe for use by several
 * threads.
 */
final class SharedSweeps {
  private final Runnable sweep;
  private final Executor background;
  private final ReentrantLock running = new ReentrantLock();
  private Optional<CompletableFuture<Void>> next = Optional.empty(); // guarded by this

  /**
   * Sweeps of a node.
   *
   * @param sweep run by one thread at a time
   * @param background runs sweeps that nobody waits for
   */
  SharedSweeps(Runnable sweep, Executor background) {
    this.sweep = sweep;
    this.background = background;
  }

  /**
   * Sweeps, by this thread or with another that has asked; returns when a sweep is over that began
   * after the call.
   */
  void sweep() {
    final Asked asked = ask();
    if (asked.first()) {
      run();
    }
    try {
      asked.done().join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException known ? known : e;
    }
  }

  /**
   * The same, but does not wait for it.
   *
   * @return done when a sweep is over that began after the call
   */
  CompletableFuture<Void> sweepSoon() {
    final Asked asked = ask();
    if (asked.first()) {
      try {
        background.execute(this::run);
      } catch (RuntimeException e) {
        takeNext().completeExceptionally(e);
      }
    }
    return asked.done();
  }

  /**
   * The sweep that comes next.
   *
   * @param first true for the one who must run it
   */
  private record Asked(CompletableFuture<Void> done, boolean first) {}

  private synchronized Asked ask() {
    final boolean first = next.isEmpty();
    if (first) {
      next = Optional.of(new CompletableFuture<>());
    }
    return new Asked(next.orElseThrow(), first);
  }

  private synchronized CompletableFuture<Void> takeNext() {
    final CompletableFuture<Void> mine = next.orElseThrow();
    next = Optional.empty();
    return mine;
  }

  private void run() {
    running.lock();
    try {
      final CompletableFuture<Void> mine = takeNext(); // who asks from here on waits for another
      try {
        sweep.run();
        mine.complete(null);
      } catch (RuntimeException | Error e) {
        mine.completeExceptionally(e);
      }
    } finally {
      running.unlock();
    }
  }
}
