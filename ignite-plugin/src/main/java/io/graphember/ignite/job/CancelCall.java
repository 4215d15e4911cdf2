// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Asks a job's work on a node to stop. */
final class CancelCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  private final long job;

  CancelCall(long job) {
    this.job = job;
  }

  @Override
  protected Boolean run(NodeParts parts) {
    LiveJob live = parts.live().find(job);
    if (live != null) {
      live.cancel();
    }
    return live != null;
  }
}
