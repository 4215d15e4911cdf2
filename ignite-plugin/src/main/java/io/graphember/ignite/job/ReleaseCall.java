// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.Json;
import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/** Frees a job's slabs on a node; answers what the node did for the job, as JSON, or null. */
final class ReleaseCall extends NodeCall<String> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;

  ReleaseCall(long job, int epoch) {
    this.job = job;
    this.epoch = epoch;
  }

  @Override
  protected String run(NodeParts parts) {
    LiveJob live = parts.live().find(job);
    String counts =
        live == null ? null : Json.write(live.counts(parts.nodeName(), parts.clientPort()));
    parts.live().release(job, epoch);
    return counts;
  }
}
