// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Runs ready tasks by several lent threads. A thread is lent while there are tasks and given back
 * when there are none. Safe for use by several threads.
 *
 * <p>Of the tasks of one owner those of the earliest batch run first, and of one batch the cheapest
 * (ByteGNN, section 3.2, fine-grained scheduling). Of several owners the one that was served least
 * comes first, by the cost of its tasks: start-time fair queueing (Goyal, Vin and Cheng, IEEE/ACM
 * Transactions on Networking 5(5), 1997) with equal weights. An owner that was away comes back at
 * the virtual time of the queue: it neither has to catch up nor may.
 */
public final class TaskQueue {
  private static final Comparator<Ready> ORDER =
      Comparator.comparingLong(Ready::batch)
          .thenComparingLong(Ready::cost)
          .thenComparingLong(Ready::arrival);

  private final Executor executor;
  private final int threads;
  private final Map<Long, Line> lines = new HashMap<>();
  private long virtualTime; // cost that the owner that came last had been served before
  private int running;
  private long arrivals;
  private boolean closed;

  /** A task whose inputs are there. */
  record Ready(long batch, long cost, long arrival, Runnable work) {}

  /** Tasks of one owner. */
  private static final class Line {
    final PriorityQueue<Ready> ready = new PriorityQueue<>(ORDER);
    long served; // cost
  }

  /**
   * An empty queue.
   *
   * @param executor lends threads
   * @param threads tasks at once
   */
  public TaskQueue(Executor executor, int threads) {
    this.executor = executor;
    this.threads = threads;
  }

  /**
   * Adds a task; forgotten if the queue is closed.
   *
   * @param owner whose task it is
   * @param batch number of the batch that it belongs to; those of one owner compare
   * @param cost numbers that it is going to touch, about; 0 or more
   * @throws RuntimeException if no thread could be lent, and none is at work that would run it
   */
  public void add(long owner, long batch, long cost, Runnable work) {
    synchronized (this) {
      if (closed) {
        return;
      }
      line(owner).ready.add(new Ready(batch, cost, arrivals++, work));
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

  /** The line of an owner; those that are empty and owe nothing are forgotten. */
  private Line line(long owner) {
    lines.values().removeIf(line -> line.ready.isEmpty() && line.served <= virtualTime);
    Line line = lines.computeIfAbsent(owner, o -> new Line());
    if (line.ready.isEmpty()) {
      line.served = Math.max(line.served, virtualTime);
    }
    return line;
  }

  private synchronized int gaveUp() {
    running--;
    notifyAll();
    return running;
  }

  private void work() {
    boolean empty = false;
    try {
      for (Ready task = next(); task != null; task = next()) {
        task.work.run();
      }
      empty = true;
    } finally {
      if (!empty) { // a task has thrown
        gaveUp();
      }
    }
  }

  private synchronized @Nullable Ready next() {
    Line least = null;
    for (Line line : lines.values()) {
      if (!line.ready.isEmpty() && (least == null || comesBefore(line, least))) {
        least = line;
      }
    }
    if (closed || least == null) {
      gaveUp();
      return null;
    }
    Ready task = least.ready.poll();
    virtualTime = least.served;
    least.served += 1 + task.cost;
    return task;
  }

  private static boolean comesBefore(Line a, Line b) {
    return a.served < b.served
        || a.served == b.served && a.ready.peek().arrival < b.ready.peek().arrival;
  }

  /**
   * Forgets what is ready, and waits until no task runs, but not longer than so many nanoseconds.
   *
   * @return true if no task runs any more
   */
  public synchronized boolean close(long nanos) throws InterruptedException {
    closed = true;
    lines.clear();
    final long deadline = System.nanoTime() + nanos;
    for (long left = nanos; running > 0 && left > 0; left = deadline - System.nanoTime()) {
      wait(Math.max(1, left / 1_000_000));
    }
    return running == 0;
  }
}
