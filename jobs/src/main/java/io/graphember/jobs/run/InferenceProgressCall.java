// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;
import java.util.UUID;

/** Tells the coordinator how many masters of a node are through a layer. */
final class InferenceProgressCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  @Inject private transient RunningJobs jobs;

  private final long job;
  private final UUID node;
  private final int layer;
  private final long masters;

  InferenceProgressCall(long job, UUID node, int layer, long masters) {
    this.job = job;
    this.node = node;
    this.layer = layer;
    this.masters = masters;
  }

  @Override
  public Boolean run() {
    jobs.inferred(job, node, layer, masters);
    return true;
  }
}
