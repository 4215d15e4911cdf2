// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.schedule;

import io.graphember.spi.Cancellation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Samples batches ahead of the trainer: a bounded queue that is kept full. Tasks run on threads of
 * the caller's executor in the order of their urgency (ByteGNN, section 3.2), batches are handed
 * out in the order of their launch. There are never more of them than objects of work, so memory is
 * bounded.
 *
 * <p>{@link #next} and {@link #recycle} belong to the thread that trains.
 *
 * @param <T> what says which batch it is
 * @param <W> work of a batch
 */
public final class BatchScheduler<T, W extends DagWork<T>> implements AutoCloseable {
  private static final long POLL_MILLIS = 20;
  private static final long CLOSE_SECONDS = 30;

  private final DagShape shape;
  private final Iterator<T> batches;
  private final Cancellation cancellation;
  private final TaskQueue queue;
  private final List<W> all;
  private final Deque<W> free = new ArrayDeque<>();
  private final Map<Long, W> sampled = new HashMap<>();
  private long launched;
  private long taken;
  private boolean over; // nothing is launched any more
  private @Nullable RuntimeException failure;
  private long failedBatch; // the first one that will not come, if there was a failure
  private long waitNanos;

  /**
   * Starts sampling.
   *
   * @param work objects of work: one of them is with the trainer, the others are ahead
   * @param threads tasks at once
   * @param executor lends threads
   */
  public BatchScheduler(
      DagShape shape,
      Iterator<T> batches,
      List<W> work,
      int threads,
      Executor executor,
      Cancellation cancellation) {
    this.shape = shape;
    this.batches = batches;
    this.cancellation = cancellation;
    this.queue = new TaskQueue(executor, threads);
    all = List.copyOf(work);
    free.addAll(work);
    launch();
  }

  /** A launched batch: how many inputs each task still waits for. Guarded by the schedule. */
  private final class Run {
    final long id;
    final W work;
    final int[] waiting = new int[shape.tasks()];
    int left = shape.tasks();

    Run(long id, W work) {
      this.id = id;
      this.work = work;
      for (int task = 0; task < waiting.length; task++) {
        waiting[task] = shape.inputs(task);
      }
    }
  }

  /** Launches as many batches as there are free objects of work. */
  private synchronized void launch() {
    try {
      while (!over && !free.isEmpty()) {
        if (!batches.hasNext()) {
          over = true;
          return;
        }
        T batch = batches.next();
        Run run = new Run(launched, free.poll());
        run.work.begin(run.id, batch);
        launched++;
        start(run);
      }
    } catch (RuntimeException e) {
      fail(launched, e);
    } catch (Error e) {
      fail(launched, new IllegalStateException(e));
    }
  }

  private void start(Run run) {
    try {
      for (int task = 0; task < shape.tasks(); task++) {
        if (shape.inputs(task) == 0) {
          submit(run, task);
        }
      }
    } catch (RuntimeException e) {
      fail(run.id, e);
    }
  }

  private void submit(Run run, int task) {
    queue.add(0, run.id, run.work.cost(task), () -> work(run, task));
  }

  private void work(Run run, int task) {
    try {
      run.work.run(task);
      done(run, task);
    } catch (RuntimeException e) {
      fail(run.id, e);
    } catch (Error e) {
      fail(run.id, new IllegalStateException(e));
      throw e;
    }
  }

  private synchronized void done(Run run, int task) {
    if (--run.left == 0) {
      sampled.put(run.id, run.work);
      notifyAll();
      return;
    }
    for (int follower : shape.followers(task)) {
      if (--run.waiting[follower] == 0) {
        submit(run, follower);
      }
    }
  }

  /** Batches before the one that failed are still handed out. */
  private synchronized void fail(long batch, RuntimeException e) {
    over = true;
    if (failure == null || batch < failedBatch) {
      failure = e;
      failedBatch = batch;
    }
    notifyAll();
  }

  /**
   * Waits for the next batch, which belongs to the caller until {@link #recycle}.
   *
   * @throws RuntimeException what sampling failed with
   * @throws IllegalStateException after the last batch
   */
  public W next() {
    final long asked = System.nanoTime();
    Optional<W> work = take();
    while (work.isEmpty()) {
      cancellation.check(); // without the lock, for which samplers wait: who looks may be paused
      awaitNext();
      work = take();
    }
    waited(System.nanoTime() - asked);
    return work.get();
  }

  private synchronized Optional<W> take() {
    final Optional<W> work = Optional.ofNullable(sampled.remove(taken));
    taken += work.isPresent() ? 1 : 0;
    return work;
  }

  private synchronized void awaitNext() {
    if (sampled.containsKey(taken)) {
      return;
    }
    if (failure != null && taken >= failedBatch) {
      throw failure;
    }
    if (over && taken == launched) {
      throw new IllegalStateException("no batch is left");
    }
    await();
  }

  private synchronized void waited(long nanos) {
    waitNanos += nanos;
  }

  private void await() {
    try {
      wait(POLL_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for a batch", e);
    }
  }

  /** Gives the work of a batch back. */
  public synchronized void recycle(W work) {
    free.add(work);
    launch();
  }

  /** Seconds that the trainer has waited for batches. */
  public synchronized double waitSeconds() {
    return waitNanos / 1e9;
  }

  /** Stops sampling, waits until it has stopped, and gives the scratch back. */
  @Override
  public void close() {
    synchronized (this) {
      over = true;
    }
    try {
      if (queue.close(TimeUnit.SECONDS.toNanos(CLOSE_SECONDS))) {
        all.forEach(DagWork::close);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
