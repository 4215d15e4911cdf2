// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobState;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The jobs that this node coordinates. Safe for use by several threads. */
public final class RunningJobs {
  private final Map<Long, CoordinatedJob> running = new ConcurrentHashMap<>();

  /** No job runs. */
  public RunningJobs() {}

  void add(long job, CoordinatedJob coordinated) {
    running.put(job, coordinated);
  }

  void remove(long job) {
    running.remove(job);
  }

  /** The state of a job that this node runs, or null. */
  public JobState state(long job) {
    CoordinatedJob found = running.get(job);
    return found == null ? null : found.monitor().state();
  }

  /** Asks a job to stop; true if this node runs it. */
  public boolean cancel(long job) {
    CoordinatedJob found = running.get(job);
    if (found != null) {
      found.cancel();
    }
    return found != null;
  }

  /** Hears from a trainer. */
  void report(long job, JobPhase phase, EpochInfo epoch) {
    CoordinatedJob found = running.get(job);
    if (found != null) {
      found.monitor().phase(phase);
      if (epoch != null) {
        found.monitor().epoch(epoch);
      }
    }
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
  void inferred(long job, UUID node, int layer, long masters) {
    CoordinatedJob found = running.get(job);
    if (found != null) {
      found.inferred(node, layer, masters);
    }
  }

  /** Asks all jobs to stop. */
  public void cancelAll() {
    running.values().forEach(CoordinatedJob::cancel);
  }

  /** How many there are. */
  public int count() {
    return running.size();
  }
}
