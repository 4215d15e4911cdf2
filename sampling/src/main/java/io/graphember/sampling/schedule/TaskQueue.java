// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

import java.util.PriorityQueue;
import java.util.concurrent.Executor;

/**
 * Runs ready tasks by several lent threads, in the order of a {@link TaskOrder}. A thread is lent
 * while there are tasks and given back when there are none. Safe for use by several threads.
 */
final class TaskQueue {
  private final Executor executor;
  private final int threads;
  private final PriorityQueue<Ready> ready;
  private int running;
  private long arrivals;
  private boolean closed;

  /** A task whose inputs are there. */
  record Ready(long batch, long cost, long arrival, Runnable work) {}

  TaskQueue(Executor executor, int threads, TaskOrder order) {
    this.executor = executor;
    this.threads = threads;
    this.ready = new PriorityQueue<>(order.comparator);
  }

  /**
   * Adds a task.
   *
   * @throws RuntimeException if no thread could be lent, and none is at work that would run it
   */
  void add(long batch, long cost, Runnable work) {
    synchronized (this) {
      if (closed) {
        return;
      }
      ready.add(new Ready(batch, cost, arrivals++, work));
      if (running >= threads) {
        return;
      }
      running++;
    }
    try {
      executor.execute(this::work);
    } catch (RuntimeException e) {
      if (gaveUp() == 0) {
        throw e;
      }
    }
  }

  private synchronized int gaveUp() {
    running--;
    notifyAll();
    return running;
  }

  private void work() {
    for (Ready task = next(); task != null; task = next()) {
      task.work.run();
    }
  }

  private synchronized Ready next() {
    Ready task = closed ? null : ready.poll();
    if (task == null) {
      gaveUp();
    }
    return task;
  }

  /**
   * Forgets what is ready, and waits until no task runs, but not longer than so many nanoseconds.
   *
   * @return true if no task runs any more
   */
  synchronized boolean close(long nanos) throws InterruptedException {
    closed = true;
    ready.clear();
    final long deadline = System.nanoTime() + nanos;
    for (long left = nanos; running > 0 && left > 0; left = deadline - System.nanoTime()) {
      wait(Math.max(1, left / 1_000_000));
    }
    return running == 0;
  }
}
