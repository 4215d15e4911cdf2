// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.model;

import io.graphember.jobs.fit.PartitionLabels;
import io.graphember.jobs.live.LiveJob;
import io.graphember.jobs.live.LiveStore;
import io.graphember.jobs.transport.NodeCall;
import jakarta.inject.Inject;
import java.util.Arrays;
import java.util.List;

/** Asks the owner of partitions for their labelled masters. */
final class LabelsCall extends NodeCall<PartitionLabels[]> {
  private static final long serialVersionUID = 1L;

  @Inject private transient LiveStore jobs;

  private final long job;
  private final int epoch;
  private final int[] partitions;

  LabelsCall(long job, int epoch, List<Integer> partitions) {
    this.job = job;
    this.epoch = epoch;
    this.partitions = partitions.stream().mapToInt(Integer::intValue).toArray();
  }

  @Override
  public PartitionLabels[] run() {
    LiveJob live = jobs.get(job, epoch);
    final int vertexType = live.task().vertexType();
    final boolean targets = live.settings().ofModel().task().objective().targets();
    return Arrays.stream(partitions)
        .mapToObj(p -> PartitionLabels.of(live.partition(p), vertexType, targets))
        .toArray(PartitionLabels[]::new);
  }
}
