// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.SplitVertices;

/** Runs one trainer on a node, to its end. */
final class TrainerCall extends NodeCall<TrainerResult> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final int rank;
  private final long[][] vids;
  private final int[][] labels;
  private final float[] start;

  TrainerCall(long job, int epoch, int rank, SplitVertices split, float[] start) {
    this.job = job;
    this.epoch = epoch;
    this.rank = rank;
    this.start = start;
    this.vids = new long[][] {split.train().vids(), split.valid().vids(), split.test().vids()};
    this.labels =
        new int[][] {split.train().labels(), split.valid().labels(), split.test().labels()};
  }

  @Override
  protected TrainerResult run(NodeParts parts) {
    SplitVertices split =
        new SplitVertices(
            new LabeledVertices(vids[0], labels[0]),
            new LabeledVertices(vids[1], labels[1]),
            new LabeledVertices(vids[2], labels[2]));
    return parts.trainers().run(parts.live().get(job, epoch), rank, split, start);
  }
}
