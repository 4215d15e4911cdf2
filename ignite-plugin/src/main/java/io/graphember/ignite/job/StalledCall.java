// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
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
  protected Boolean run() {
    return jobs.stalled(job, why);
  }
}
