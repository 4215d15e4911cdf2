// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.JobPlan;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Opens a job on a node: loads the slabs that the plan gives to it. */
final class OpenCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  private final JobPlan plan;

  OpenCall(JobPlan plan) {
    this.plan = plan;
  }

  @Override
  protected Boolean run(NodeParts parts) {
    parts.live().open(plan);
    return true;
  }
}
