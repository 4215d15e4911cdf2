// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.ignite.wiring.NodeParts;
import io.graphember.sampling.engine.LocateRequest;
import io.graphember.sampling.engine.VertexTable;
import java.util.List;

/** Asks the owner of partitions where in-edges of masters lie. */
final class LocateCall extends NodeCall<VertexTable[]> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final LocateRequest[] requests;

  LocateCall(long job, int epoch, LocateRequest[] requests) {
    this.job = job;
    this.epoch = epoch;
    this.requests = requests;
  }

  @Override
  protected VertexTable[] run(NodeParts parts) {
    return parts.live().get(job, epoch).locate(List.of(requests)).toArray(VertexTable[]::new);
  }
}
