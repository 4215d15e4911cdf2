// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.graph.rows.SumRequest;
import io.graphember.ignite.wiring.NodeParts;
import java.util.List;

/** Adds feature rows up on the owner of partitions. */
final class SumCall extends NodeCall<float[][]> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final SumRequest[] requests;

  SumCall(long job, int epoch, SumRequest[] requests) {
    this.job = job;
    this.epoch = epoch;
    this.requests = requests;
  }

  @Override
  protected float[][] run(NodeParts parts) {
    return parts.live().get(job, epoch).sums(List.of(requests)).toArray(float[][]::new);
  }
}
