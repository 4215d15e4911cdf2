// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.ignite.wiring.NodeParts;
import io.graphember.sampling.engine.GatherReply;
import io.graphember.sampling.engine.GatherRequest;
import java.util.List;

/** Gathers neighbours on the owner of partitions. */
final class GatherCall extends NodeCall<GatherReply[]> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final GatherRequest[] requests;

  GatherCall(long job, int epoch, GatherRequest[] requests) {
    this.job = job;
    this.epoch = epoch;
    this.requests = requests;
  }

  @Override
  protected GatherReply[] run(NodeParts parts) {
    return parts.live().get(job, epoch).gather(List.of(requests)).toArray(GatherReply[]::new);
  }
}
