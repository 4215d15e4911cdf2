// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;

/**
 * Asks a node what it does: loads, shares of loads, jobs that it coordinates, trainers, jobs that
 * it has a part in, partitions that it serves.
 */
public final class WorkCall extends NodeCall<int[]> {
  private static final long serialVersionUID = 1L;

  @Override
  protected int[] run(NodeParts parts) {
    return new int[] {
      parts.loads().openLoads(),
      parts.shares().open(),
      parts.runner().takenJobs(),
      parts.live().runningTrainers(),
      parts.live().openJobs(),
      parts.live().heldPartitions()
    };
  }
}
