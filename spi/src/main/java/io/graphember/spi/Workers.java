// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Threads lent to a piece of work: the caller's own and some of an executor.
 *
 * <p>A worker's share that no thread of the executor has begun is done by the caller, so a busy
 * executor costs speed and nothing else. Work must give the same result whichever worker does which
 * share. Nothing is held between two pieces of work, and several may be given at once: each has
 * workers of its own.
 */
public final class Workers {
  /** The caller alone. */
  public static final Workers CALLER = new Workers(Runnable::run, 1);

  private final Executor executor;
  private final int count;

  /**
   * Lends threads.
   *
   * @param executor runs {@code count - 1} tasks at a time; it stays the lender's
   * @param count workers, the caller among them, at least 1
   */
  public Workers(Executor executor, int count) {
    if (count < 1) {
      throw new IllegalArgumentException("there must be a worker, asked for " + count);
    }
    this.executor = executor;
    this.count = count;
  }

  /** A share of a range. */
  @FunctionalInterface
  public interface Share {
    /**
     * Works on {@code [from, to)}.
     *
     * @param worker number of the worker, {@code 0 .. count() - 1}; it does one share at a time
     */
    void work(int worker, int from, int to);
  }

  /** How many work at once at most. */
  public int count() {
    return count;
  }

  /**
   * Divides {@code [0, size)} into shares of {@code grain}, which the workers take one after the
   * other; returns when all are done. A range of one share is worked on by the caller at once.
   *
   * @throws RuntimeException what a share threw, once all workers have stopped
   */
  public void each(int size, int grain, Share share) {
    if (count == 1 || size <= grain) {
      share.work(0, 0, size);
      return;
    }
    AtomicInteger next = new AtomicInteger();
    int shares = (int) (((long) size + grain - 1) / grain);
    run(
        Math.min(count, shares),
        worker -> {
          for (int s = next.getAndIncrement(); s < shares; s = next.getAndIncrement()) {
            share.work(worker, s * grain, (int) Math.min(size, (s + 1L) * grain));
          }
        });
  }

  private void run(int workers, IntConsumer task) {
    List<FutureTask<Void>> others = new ArrayList<>(workers - 1);
    for (int w = 1; w < workers; w++) {
      final int worker = w;
      FutureTask<Void> other = new FutureTask<>(() -> task.accept(worker), null);
      others.add(other);
      offer(other);
    }
    try {
      task.accept(0);
    } finally {
      others.forEach(FutureTask::run); // does nothing if a thread has begun it
      others.forEach(Workers::await);
    }
    others.forEach(Workers::rethrow);
  }

  private void offer(FutureTask<Void> task) {
    try {
      executor.execute(task);
    } catch (RejectedExecutionException expected) {
      // The caller does it.
    }
  }

  /** Waits for the end of a task, however it ends. */
  private static void await(FutureTask<Void> task) {
    boolean interrupted = false;
    while (!task.isDone()) {
      try {
        task.get();
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (ExecutionException expected) {
        break; // rethrown when all have ended
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void rethrow(FutureTask<Void> task) {
    try {
      task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // a share declares no checked exception
    } catch (InterruptedException e) {
      throw new IllegalStateException("a task that has ended makes nobody wait", e);
    }
  }
}
