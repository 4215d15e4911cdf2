// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.sync;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Brings a round's sum to the trainers of a node. */
final class DeliverCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final int round;
  private final float[] values;
  private final double[] metrics;

  DeliverCall(long job, int epoch, int round, JobSums.Sum sum) {
    this.job = job;
    this.epoch = epoch;
    this.round = round;
    this.values = sum.values();
    this.metrics = sum.metrics();
  }

  @Override
  protected Boolean run(NodeParts parts) {
    IgniteCollective.deliver(
        parts.calls().self(),
        parts.live().get(job, epoch),
        round,
        new JobSums.Sum(values, metrics));
    return true;
  }
}
