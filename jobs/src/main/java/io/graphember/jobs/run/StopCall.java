// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Asks the coordinator of a job to cancel it; true if it was running. */
public final class StopCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient RunningJobs jobs;

  private final long job;

  /** For a job. */
  public StopCall(long job) {
    this.job = job;
  }

  @Override
  public Boolean run() {
    return jobs.cancel(job);
  }
}
