// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.JobSums;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.jobs.transport.NodeCalls;
import jakarta.inject.Inject;

/** Brings the sum of a segment to the trainers of a node. */
final class DeliverCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient NodeCalls calls;
  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int round;
  private final int segment;
  private final float[] values;
  private final double[] metrics;

  DeliverCall(long job, int epoch, JobSums.Part part, JobSums.Sum sum) {
    this.job = job;
    this.epoch = epoch;
    this.round = part.round();
    this.segment = part.segment();
    this.values = sum.values();
    this.metrics = sum.metrics();
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.PARAMETERS;
  }

  @Override
  public Boolean run() {
    final LiveJob live = jobs.get(job, epoch);
    live.work().served(requestKind(), SumRounds.bytes(values, metrics));
    SumRounds.deliver(
        calls.self(), live, new JobSums.Part(round, segment), new JobSums.Sum(values, metrics));
    return true;
  }
}
