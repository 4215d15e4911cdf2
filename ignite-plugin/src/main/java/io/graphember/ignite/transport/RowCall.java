// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.transport;

import io.graphember.graph.rows.RowRequest;
import io.graphember.ignite.wiring.NodeParts;
import java.util.List;

/** Copies feature rows out on the owner of partitions. */
final class RowCall extends NodeCall<float[][]> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final RowRequest[] requests;

  RowCall(long job, int epoch, RowRequest[] requests) {
    this.job = job;
    this.epoch = epoch;
    this.requests = requests;
  }

  @Override
  protected float[][] run(NodeParts parts) {
    return parts.live().get(job, epoch).rows(List.of(requests)).toArray(float[][]::new);
  }
}
