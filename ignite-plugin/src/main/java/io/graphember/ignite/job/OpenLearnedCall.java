// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.ignite.live.LiveJob;
import io.graphember.ignite.live.LiveTables;
import io.graphember.ignite.live.RowKind;
import io.graphember.ignite.transport.NodeCall;
import io.graphember.ignite.wiring.NodeParts;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.loop.LearnedRows;

/** Opens the tables of rows that a job learns with its model, for the partitions of a node. */
final class OpenLearnedCall extends NodeCall<Boolean> {
  private static final long serialVersionUID = 1L;

  private final long job;
  private final int epoch;
  private final long trainSteps;

  /**
   * A call.
   *
   * @param trainSteps steps of an epoch, 1 or more
   */
  OpenLearnedCall(long job, int epoch, long trainSteps) {
    this.job = job;
    this.epoch = epoch;
    this.trainSteps = trainSteps;
  }

  @Override
  protected Boolean run(NodeParts parts) {
    LiveJob live = parts.live().get(job, epoch);
    TrainingParameters parameters = TrainingParameters.of(live.settings(), live.task().shape());
    LiveTables.open(
        live,
        LearnedRows.tables(
            live.rowDim(RowKind.VERTICES),
            parameters.optimizer().ofRows(trainSteps, parameters.epochs()),
            live.settings().seed()),
        parts.budget(),
        parts.threads().workers());
    return true;
  }
}
