// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;
import java.util.UUID;

/** Tells a node where the partitions of a job are after the loss of a node. */
final class OwnersCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final UUID[] owners;

  OwnersCall(long job, int epoch, UUID[] owners) {
    this.job = job;
    this.epoch = epoch;
    this.owners = owners;
  }

  @Override
  public Boolean run() {
    jobs.get(job, epoch).owners().change(owners);
    return true;
  }
}
