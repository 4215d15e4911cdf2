// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.record.JobRecords;
import io.graphember.jobs.run.CoordinatorMessages;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks jobs to stop, wherever they are coordinated. Safe for use by several threads. */
public final class JobCancellations {
  private static final long ANSWER_MILLIS = 5_000;
  private static final long AGAIN_MILLIS = 100;

  private final RunningJobs running;
  private final JobRecords records;
  private final Cluster cluster;
  private final NodeCalls calls;

  @Inject
  JobCancellations(RunningJobs running, JobRecords records, Cluster cluster, NodeCalls calls) {
    this.running = running;
    this.records = records;
    this.cluster = cluster;
    this.calls = calls;
  }

  /**
   * Asks a job to stop; true if it was running. That is in its record when this returns, so a job
   * that has lost its coordinator, or loses it before that acts, is stopped by the next one.
   *
   * @throws GraphemberException if the coordinator does not answer within {@value #ANSWER_MILLIS}
   *     ms
   */
  public boolean cancel(long job) {
    if (records.cancel(job).isEmpty()) {
      return false;
    }
    final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS);
    while (true) {
      final Optional<JobRecord> record = records.find(job);
      if (record.filter(JobRecord::running).isEmpty()) {
        return record.isPresent(); // it has stopped; one that was done meanwhile leaves no record
      }
      if (record.get().waits().isPresent()) {
        return true; // it does not begin any more
      }
      final Optional<UUID> coordinator = record.map(JobRecord::coordinator);
      if (!cluster.has(coordinator.get()) || hears(job, coordinator.get())) {
        return true;
      }
      if (System.nanoTime() >= end) {
        throw NodeCalls.lost(coordinator.get(), null);
      }
      pause(); // it has just begun with the job, or has ended it
    }
  }

  private boolean hears(long job, UUID coordinator) {
    return coordinator.equals(calls.self()) ? running.cancel(job) : stop(job, coordinator);
  }

  private boolean stop(long job, UUID coordinator) {
    try {
      return new Replies(Cancellation.NEVER, ANSWER_MILLIS)
          .await(
              calls.send(
                  coordinator, NodeThreads.STORAGE_EXECUTOR, new CoordinatorMessages.Stop(job)),
              "the coordinator of job " + job);
    } catch (GraphemberException e) {
      if (cluster.has(coordinator)) {
        throw e;
      }
      return true; // the next one finds it in the record
    }
  }

  private static void pause() {
    CompletableFuture.runAsync(
            () -> {}, CompletableFuture.delayedExecutor(AGAIN_MILLIS, TimeUnit.MILLISECONDS))
        .join();
  }
}
