// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;
import java.util.Arrays;

/** Asks a node for the labelled masters of its partitions. */
final class LabelsCall extends NodeCall<PartitionLabels[]> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;

  LabelsCall(long job, int epoch) {
    this.job = job;
    this.epoch = epoch;
  }

  @Override
  protected PartitionLabels[] run(NodeParts parts) {
    LiveJob live = parts.live().get(job, epoch);
    return Arrays.stream(live.held())
        .mapToObj(p -> PartitionLabels.of(live.partition(p)))
        .toArray(PartitionLabels[]::new);
  }
}
