// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Opens a job on a node: loads the slabs that the plan gives to it. */
final class OpenCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final JobPlan plan;

  OpenCall(JobPlan plan) {
    this.plan = plan;
  }

  @Override
  public Boolean run() {
    jobs.open(plan);
    return true;
  }
}
