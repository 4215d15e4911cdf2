// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/** Asks a job's work on a node to stop. */
final class CancelCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;

  CancelCall(long job, int epoch) {
    this.job = job;
    this.epoch = epoch;
  }

  @Override
  public Boolean run() {
    jobs.cancel(job, epoch);
    return true;
  }
}
