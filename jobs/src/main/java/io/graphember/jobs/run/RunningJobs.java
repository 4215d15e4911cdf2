// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobState;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The jobs that this node coordinates. Safe for use by several threads. */
public final class RunningJobs {
  private final Map<Long, CoordinatedJob> running = new ConcurrentHashMap<>();

  /** No job runs. */
  public RunningJobs() {}

  public void add(long job, CoordinatedJob coordinated) {
    running.put(job, coordinated);
  }

  public void remove(long job, CoordinatedJob coordinated) {
    running.remove(job, coordinated);
  }

  /** The state of a job that this node runs. */
  public Optional<JobState> state(long job) {
    return monitor(job).map(JobMonitor::state);
  }

  /** Asks a job to stop; true if this node runs it, and its end was not said yet. */
  public boolean cancel(long job) {
    CoordinatedJob found = running.get(job);
    if (found == null || found.monitor().state().status() != JobState.Status.RUNNING) {
      return false;
    }
    found.cancel();
    return true;
  }

  /** Hears from a trainer. */
  public void report(long job, JobPhase phase, Optional<EpochInfo> epoch) {
    CoordinatedJob found = running.get(job);
    if (found != null) {
      found.monitor().phase(phase);
      epoch.ifPresent(found.monitor()::epoch);
    }
  }

  /** Hears that a checkpoint is complete. */
  void kept(long job) {
    CoordinatedJob found = running.get(job);
    if (found != null) {
      found.monitor().kept();
    }
  }

  /** What a job that this node runs says of itself. */
  public Optional<JobMonitor> monitor(long job) {
    return Optional.ofNullable(running.get(job)).map(CoordinatedJob::monitor);
  }

  /** Numbers of the jobs. */
  public Set<Long> numbers() {
    return Set.copyOf(running.keySet());
  }

  /** Hears that an engine does not come back; true if this node runs the job. */
  boolean stalled(long job, String why) {
    CoordinatedJob found = running.get(job);
    if (found != null) {
      found.stalled(why);
    }
    return found != null;
  }

  /** Hears from a node that infers. */
  public void inferred(long job, UUID node, int layer, long masters) {
    CoordinatedJob found = running.get(job);
    if (found != null) {
      found.inferred(node, layer, masters);
    }
  }

  /** Stops the work of all jobs here; other nodes go on with them. */
  public void leaveAll() {
    running.values().forEach(CoordinatedJob::leave);
  }

  /** How many there are. */
  public int count() {
    return running.size();
  }
}
