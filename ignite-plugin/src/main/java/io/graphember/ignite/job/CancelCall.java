// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Asks a job's work on a node to stop. */
final class CancelCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;

  CancelCall(long job, int epoch) {
    this.job = job;
    this.epoch = epoch;
  }

  @Override
  protected Boolean run(NodeParts parts) {
    parts.live().cancel(job, epoch);
    return true;
  }
}
