// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
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
  protected Boolean run() {
    return jobs.cancel(job);
  }
}
