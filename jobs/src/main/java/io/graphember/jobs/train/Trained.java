// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.task.EdgeRanks;
import io.graphember.training.task.Score;
import java.util.Optional;

/**
 * A model that is trained and tested.
 *
 * @param test over the vertices or labels of edges to test with
 * @param ranks of edges that the graph does not have, of a job that predicts edges
 * @param stepSeconds mean time of a step
 */
record Trained(TrainingOutcome outcome, Score test, Optional<EdgeRanks> ranks, double stepSeconds) {
  /** Validation of the best epoch; none if nothing was trained. */
  double validation() {
    return outcome.bestEpoch() == 0
        ? Double.NaN
        : outcome.epochs().get(outcome.bestEpoch() - 1).valid().quality();
  }
}
