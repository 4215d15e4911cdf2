// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.JobPlan;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Opens partitions of a lost node on another one. */
final class TakeOverCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final JobPlan plan;
  private final int[] partitions;

  TakeOverCall(JobPlan plan, int[] partitions) {
    this.plan = plan;
    this.partitions = partitions;
  }

  @Override
  public Boolean run() {
    jobs.takeOver(plan, partitions);
    return true;
  }
}
