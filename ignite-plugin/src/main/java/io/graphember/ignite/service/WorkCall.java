// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.ignite.load.LoadSessions;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.run.JobRunner;
import io.graphember.jobs.share.LocalShares;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;

/**
 * Asks a node what it does: loads, shares of loads, jobs that it coordinates, trainers, jobs that
 * it has a part in, partitions that it serves.
 */
public final class WorkCall extends NodeCall<int[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;
  @Inject private transient LoadSessions loads;
  @Inject private transient JobRunner runner;
  @Inject private transient LocalShares shares;

  @Override
  public int[] run() {
    return new int[] {
      loads.openLoads(),
      shares.open(),
      runner.takenJobs(),
      jobs.runningTrainers(),
      jobs.openJobs(),
      jobs.heldPartitions()
    };
  }
}
