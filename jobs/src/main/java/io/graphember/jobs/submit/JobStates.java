// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.submit;

import io.graphember.client.api.JobInfo;
import io.graphember.client.api.JobState;
import io.graphember.jobs.catalog.JobCatalog;
import io.graphember.jobs.record.JobRecord;
import io.graphember.jobs.record.JobRecords;
import io.graphember.jobs.run.RunningJobs;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;

/** How far the cluster's jobs are, those that wait among them. Safe for use by several threads. */
public final class JobStates {
  /** Everybody who waits asks for his place again and again. */
  private static final long ORDER_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** How long an end is held back at most. */
  private static final long RECORD_MILLIS = 5_000;

  private final RunningJobs running;
  private final JobRecords records;
  private final JobCatalog jobs;
  private final Clock clock;
  private Order order = new Order(List.of(), System.nanoTime() - 2 * ORDER_NANOS);

  /**
   * The order in which jobs were to begin.
   *
   * @param jobs numbers of the jobs, the next one first
   * @param at when, by {@link System#nanoTime}
   */
  private record Order(List<Long> jobs, long at) {}

  @Inject
  JobStates(RunningJobs running, JobRecords records, JobCatalog jobs, Clock clock) {
    this.clock = clock;
    this.running = running;
    this.records = records;
    this.jobs = jobs;
  }

  /**
   * The state of a job.
   *
   * @throws GraphemberException with code {@link io.graphember.jobs.NodeError#JOB_UNKNOWN}
   */
  public JobState of(long job) {
    return said(running.state(job).or(() -> waiting(job)).orElseGet(() -> jobs.state(job)));
  }

  /**
   * A job has ended once its record says so, too: whoever hears of its end can resume it or drop
   * what it has left. A coordinator writes the record a moment after the state; one that cannot is
   * not waited for long.
   */
  private JobState said(JobState state) {
    final Long ended = state.ended();
    return ended != null && clock.millis() - ended < RECORD_MILLIS && records.running(state.job())
        ? state.beforeItsEnd()
        : state;
  }

  private Optional<JobState> waiting(long job) {
    return records
        .find(job)
        .filter(record -> record.waits().isPresent())
        .map(record -> JobQueue.state(record, jobs.find(job)).at(place(job).orElse(null)));
  }

  /** Empty if it begins just now. */
  private Optional<Integer> place(long job) {
    final int place = order().indexOf(job);
    return place < 0 ? Optional.empty() : Optional.of(place + 1);
  }

  private synchronized List<Long> order() {
    if (System.nanoTime() - order.at > ORDER_NANOS) {
      order = new Order(records.queue().stream().map(JobRecord::job).toList(), System.nanoTime());
    }
    return order.jobs;
  }

  /** The latest jobs by number, and after them those that wait, the next one first. */
  public List<JobInfo> all() {
    final SortedMap<Long, JobInfo> begun = jobs.latest(records.last());
    final List<JobInfo> waiting = new ArrayList<>();
    for (JobRecord record : records.queue()) {
      begun.remove(record.job());
      waiting.add(JobInfo.of(JobQueue.state(record, Optional.empty())).at(waiting.size() + 1));
    }
    final List<JobInfo> all = new ArrayList<>(begun.values());
    all.addAll(waiting);
    return all;
  }
}
