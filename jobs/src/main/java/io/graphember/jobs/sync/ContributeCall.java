// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.sync;

import io.graphember.jobs.count.RequestKind;
import io.graphember.jobs.live.JobSums;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.jobs.transport.NodeCalls;
import jakarta.inject.Inject;

/** Brings a segment of a trainer's contribution to the node that adds it up. */
final class ContributeCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient NodeCalls calls;
  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int round;
  private final int segment;
  private final int rank;
  private final float[] values;
  private final double[] metrics;

  ContributeCall(
      long job, int epoch, JobSums.Part part, int rank, float[] values, double[] metrics) {
    this.job = job;
    this.epoch = epoch;
    this.round = part.round();
    this.segment = part.segment();
    this.rank = rank;
    this.values = values;
    this.metrics = metrics;
  }

  @Override
  public RequestKind requestKind() {
    return RequestKind.PARAMETERS;
  }

  @Override
  public Boolean run() {
    final LiveJob live = jobs.get(job, epoch);
    live.work().served(requestKind(), SumRounds.bytes(values, metrics));
    SumRounds.contribute(calls, live, new JobSums.Part(round, segment), rank, values, metrics);
    return true;
  }
}
