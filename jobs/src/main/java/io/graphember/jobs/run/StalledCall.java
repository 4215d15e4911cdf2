// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Reports to the coordinator of a job that a call of its engine does not come back. */
final class StalledCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient RunningJobs jobs;

  private final long job;
  private final String why;

  StalledCall(long job, String why) {
    this.job = job;
    this.why = why;
  }

  @Override
  public Boolean run() {
    return jobs.stalled(job, why);
  }
}
