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

  ReleaseCall(long job) {
    this.job = job;
  }

  @Override
  protected String run(NodeParts parts) {
    LiveJob live = parts.live().find(job);
    if (live == null) {
      return null;
    }
    String counts = Json.write(live.counts(parts.nodeName()));
    parts.live().release(job);
    return counts;
  }
}
