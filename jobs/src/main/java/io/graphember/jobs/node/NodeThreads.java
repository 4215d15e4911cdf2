// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.node;

import io.graphember.jobs.NodeError;
import io.graphember.jobs.quota.JobQuota;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All threads that a node of ours owns: coordinators of loads and jobs, samplers of trainers, those
 * that serve gathers, and those that look after others. Named {@code graphember-ROLE-NODE-n}, gone
 * after half a minute without work.
 *
 * <p>Gathers, trainers and shares that other nodes ask for run in Ignite's own pools under our
 * names, see {@link #STORAGE_EXECUTOR}, {@link #TRAINER_EXECUTOR}, {@link #SHARD_EXECUTOR} and
 * {@link #SEARCH_EXECUTOR}.
 */
public final class NodeThreads implements AutoCloseable {
  /**
   * Ignite executor that takes what other nodes ask for: short work that never waits. Gathers go on
   * from here to the queue of {@link #storage()}.
   */
  public static final String STORAGE_EXECUTOR = "graphember-storage";

  /** Ignite executor that opens slabs, trains and publishes: work that waits. */
  public static final String TRAINER_EXECUTOR = "graphember-trainer";

  /**
   * Ignite executor that stages, cuts and writes shards of loads: work that waits for other nodes.
   */
  public static final String SHARD_EXECUTOR = "graphember-shard";

  /** Ignite executor that searches for similar vertices: work that never waits. */
  public static final String SEARCH_EXECUTOR = "graphember-search";

  /**
   * Shards that are cut or written at once: each holds a thread while it waits for those of other
   * nodes.
   */
  public static final int MOST_CUTS = 64;

  /** Threads beside the trainers: jobs open and publish while others train. */
  public static final int OPENERS = 4;

  private static final long IDLE_SECONDS = 30;
  private static final int MOST_THREADS = 256;
  private static final long STOP_SECONDS = 5;

  private final ThreadPoolExecutor coordinators;
  private final ThreadPoolExecutor samplers;
  private final ThreadPoolExecutor storage;
  private final ThreadPoolExecutor watches;

  /** Threads of a node; none is started before it is needed. */
  public NodeThreads(String node) {
    coordinators = pool("coordinator", node);
    samplers = pool("sampler", node);
    storage = pool("storage", node);
    watches = pool("watch", node);
  }

  private static ThreadPoolExecutor pool(String role, String node) {
    AtomicInteger number = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        MOST_THREADS,
        IDLE_SECONDS,
        TimeUnit.SECONDS,
        new SynchronousQueue<>(),
        task ->
            daemon(task, "graphember-%s-%s-%d".formatted(role, node, number.incrementAndGet())));
  }

  @SuppressWarnings("checkstyle:regexpsinglelinejava") // the one place that makes threads
  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Runs coordinators of loads and jobs. */
  public Executor coordinators() {
    return task -> execute(coordinators, task);
  }

  /** Threads for one piece of work: as many as there are processors, the caller's among them. */
  public Workers workers() {
    return workers(Runtime.getRuntime().availableProcessors());
  }

  /** The same for a piece of a job's work: as many as its share has processors, at least 1. */
  public Workers workers(JobQuota quota) {
    return new Workers(quota.executor(coordinators), quota.threads());
  }

  /** So many threads for one piece of work, the caller's among them. */
  public Workers workers(int count) {
    return new Workers(coordinators, count);
  }

  /** Runs samplers of trainers. */
  public Executor samplers() {
    return task -> execute(samplers, task);
  }

  /**
   * Runs what looks after others again and again, and what follows on events of Ignite, whose
   * threads must not wait.
   */
  public Executor watches() {
    return task -> execute(watches, task);
  }

  /** Runs gathers for other nodes. */
  public Executor storage() {
    return task -> execute(storage, task);
  }

  private static void execute(ThreadPoolExecutor pool, Runnable task) {
    try {
      pool.execute(task);
    } catch (RejectedExecutionException e) {
      throw new GraphemberException(
          NodeError.NODE_BUSY,
          "This node runs %d tasks of this kind, the most it may; try again later."
              .formatted(pool.getActiveCount()),
          e);
    }
  }

  /** Waits until no coordinator runs, or {@value #STOP_SECONDS} seconds have passed. */
  public void awaitCoordinators() {
    coordinators.shutdown();
    try {
      coordinators.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks all tasks to stop; does not wait for them. */
  @Override
  public void close() {
    coordinators.shutdownNow();
    samplers.shutdownNow();
    storage.shutdownNow();
    watches.shutdownNow();
  }
}
