// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.Json;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Tells the coordinator how far the training is. */
final class ReportCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient RunningJobs jobs;

  private final long job;
  private final JobPhase phase;
  private final String epoch;

  ReportCall(long job, JobPhase phase, EpochInfo epoch) {
    this.job = job;
    this.phase = phase;
    this.epoch = epoch == null ? null : Json.write(epoch);
  }

  @Override
  public Boolean run() {
    jobs.report(job, phase, epoch == null ? null : Json.read(epoch, EpochInfo.class));
    return true;
  }
}
