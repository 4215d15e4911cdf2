// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.quota;

import io.graphember.spi.Cancellation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What one job may take of a node, within what all jobs may take together.
 *
 * <p>Java cannot give a thread less of a processor, so a quota is kept by pausing: threads that
 * {@linkplain #work work} for the job look here wherever they look if they are to stop. By then
 * they have worked for some time, which they pay at the {@link RateClock clocks} of the job and of
 * the node before they go on. Threads that serve other nodes never pause: what they did is paid by
 * the job, and the next request {@linkplain #whenPaid is held} until it is.
 *
 * <p>Processor time is that of the threads; of a call of an engine, which may have threads of its
 * own, the time that it took on all of them. Without a quota nothing is measured. Safe for use by
 * several threads.
 */
public final class JobQuota {
  /** What a thread may do before it looks at the clocks: no pause is shorter by much. */
  static final long PIECE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final NodeQuota node;
  private final List<Share> processor;
  private final List<Share> network;
  private final double part;
  private final LongAdder pausedNanos = new LongAdder();

  /**
   * A quota of which nothing is taken.
   *
   * @param processor of nanoseconds of a thread: the job's share, the node's
   * @param network of bytes
   * @param part of the time of all processors, above 0, 1 at most
   */
  JobQuota(NodeQuota node, List<Share> processor, List<Share> network, double part) {
    this.node = node;
    this.processor = List.copyOf(processor);
    this.network = List.copyOf(network);
    this.part = part;
  }

  /** True if nothing is bounded. */
  private boolean free() {
    return processor.isEmpty() && network.isEmpty();
  }

  /**
   * Has this thread work for the job: its time counts, and it pauses. It has the lowest priority
   * meanwhile, on systems that look at it.
   */
  public <R> R work(Supplier<R> work) {
    if (free()) {
      return work.get();
    }
    final Piece piece = node.piece();
    if (piece.isOf(this)) {
      return work.get();
    }
    final Optional<JobQuota> outer = piece.of();
    outer.ifPresent(other -> other.pay(piece, System.nanoTime()));
    final Thread thread = Thread.currentThread();
    final int priority = thread.getPriority();
    thread.setPriority(Thread.MIN_PRIORITY);
    piece.begin(Optional.of(this), System.nanoTime(), THREADS.getCurrentThreadCpuTime());
    try {
      return work.get();
    } finally {
      pay(piece, System.nanoTime());
      piece.begin(outer, System.nanoTime(), THREADS.getCurrentThreadCpuTime());
      thread.setPriority(priority);
    }
  }

  /** An executor whose threads work for the job. */
  public Executor executor(Executor executor) {
    return free()
        ? executor
        : task ->
            executor.execute(
                () ->
                    work(
                        () -> {
                          task.run();
                          return true;
                        }));
  }

  /** Threads that one piece of work may have: as many as its share has processors, at least 1. */
  public int threads() {
    return (int) Math.max(1, Math.ceil(part * node.processors()));
  }

  /** A time in which others of the job may be waited for, who are slower by as much. */
  public long stretched(long millis) {
    return (long) (millis / part);
  }

  /**
   * Makes this thread wait until what it has done is paid, if it works for the job. Called without
   * locks that other jobs need.
   *
   * @param stopped true once nobody needs to wait any more; looked at every 50 ms
   */
  public void pause(BooleanSupplier stopped) {
    if (free()) {
      return;
    }
    final Piece piece = node.piece();
    if (!piece.isOf(this)) {
      return;
    }
    final long now = System.nanoTime();
    long until = latest(network, Share::all, now);
    if (piece.mayOwe(now)) {
      until = later(until, pay(piece, now));
    }
    if (until - now > 0) {
      await(until, stopped);
      pausedNanos.add(System.nanoTime() - now);
      piece.goOn(System.nanoTime());
    }
  }

  /** Asks work to stop as another does, and has it pause where it asks. */
  public Cancellation paced(Cancellation stop) {
    return new Cancellation() {
      @Override
      public boolean requested() {
        return stop.requested();
      }

      @Override
      public void check() {
        stop.check();
        pause(stop::requested);
        stop.check();
      }
    };
  }

  private static void await(long until, BooleanSupplier stopped) {
    long left = until - System.nanoTime();
    while (left > 0 && !stopped.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(Math.min(left, POLL_NANOS));
      left = until - System.nanoTime();
    }
  }

  /** Takes what a thread has done since it paid last; says when that is paid. */
  private long pay(Piece piece, long now) {
    final long since = piece.since();
    final long worked = piece.end(now, THREADS.getCurrentThreadCpuTime());
    long until = now;
    for (Share share : processor) {
      until = later(until, share.all().take(worked, since));
    }
    return until;
  }

  private static long later(long a, long b) {
    return a - b > 0 ? a : b;
  }

  /** When all is paid at clocks of some shares, now at the earliest. */
  private static long latest(List<Share> shares, Function<Share, RateClock> clock, long now) {
    long latest = now;
    for (Share share : shares) {
      latest = later(latest, clock.apply(share).paid());
    }
    return latest;
  }

  /**
   * Makes a call of an engine, whose own threads count as busy for as long as it takes. It is paid
   * in advance, as if it took as long as the last one of this thread: no other thread of the job
   * begins meanwhile, so that less than a processor's share never keeps two busy for long.
   */
  public <R> R engine(Supplier<R> call) {
    final Piece piece = node.piece();
    if (processor.isEmpty() || !piece.isOf(this)) {
      return call.get();
    }
    final long began = System.nanoTime();
    final long cpu = THREADS.getCurrentThreadCpuTime();
    for (Share share : processor) {
      share.all().take(piece.nextCall(), began);
    }
    try {
      return call.get();
    } finally {
      piece.called(
          (System.nanoTime() - began) * node.engineThreads(),
          THREADS.getCurrentThreadCpuTime() - cpu);
    }
  }

  /** Takes the time that a thread which never pauses has served another node. */
  public void worked(long nanos) {
    for (Share share : processor) {
      share.serve(nanos, System.nanoTime() - nanos);
    }
  }

  /** Takes bytes that were served to another node. */
  public void served(long bytes) {
    for (Share share : network) {
      share.serve(bytes, System.nanoTime());
    }
  }

  /** Takes bytes that work here has sent to other nodes or got from there; does not wait. */
  public void moved(long bytes) {
    for (Share share : network) {
      share.all().take(bytes, System.nanoTime());
    }
  }

  /**
   * Serves another node once all is paid that was served before: at once and here, or later and on
   * another thread.
   */
  public void whenPaid(Runnable work) {
    if (free()) {
      work.run();
      return;
    }
    final long now = System.nanoTime();
    final long due =
        later(latest(processor, Share::served, now), latest(network, Share::served, now));
    if (due - now < PIECE_NANOS) {
      work.run();
    } else {
      node.hold(due - now, work);
    }
  }

  /** Seconds that threads have paused, added up over them. */
  public double pausedSeconds() {
    return pausedNanos.sum() / 1e9;
  }
}
