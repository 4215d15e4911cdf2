// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.live.JobSums;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.jobs.transport.NodeCalls;
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
  public Boolean run() {
    RemoteCollective.deliver(
        calls.self(), jobs.get(job, epoch), round, new JobSums.Sum(values, metrics));
    return true;
  }
}
