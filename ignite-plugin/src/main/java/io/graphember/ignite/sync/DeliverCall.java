// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.sync;

import io.graphember.ignite.live.JobSums;
import io.graphember.ignite.live.LiveStore;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.transport.NodeCalls;
import jakarta.inject.Inject;

/** Brings a round's sum to the trainers of a node. */
final class DeliverCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient NodeCalls calls;
  @Inject private transient LiveStore jobs;

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
  protected Boolean run() {
    IgniteCollective.deliver(
        calls.self(), jobs.get(job, epoch), round, new JobSums.Sum(values, metrics));
    return true;
  }
}
