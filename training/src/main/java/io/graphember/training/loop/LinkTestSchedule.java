// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.task.LinkPlan;
import io.graphember.training.task.TypedEdges;

/**
 * The batches of one trainer when all trainers rank test edges once. A batch has about as many
 * vertices as one of validation with a negative for each edge. Batch b goes to trainer b modulo the
 * number of trainers.
 */
final class LinkTestSchedule {
  private static final long TAG = 7;
  private static final int VALIDATION_ENDS = 3; // of an edge and its negative

  private final TrainingParameters parameters;
  private final TypedEdges edges;
  private final int rank;
  private final int trainers;
  private final int batchSize;

  /**
   * A schedule.
   *
   * @param parameters with the negatives of the test
   */
  LinkTestSchedule(TrainingParameters parameters, TypedEdges edges, int rank, int trainers) {
    this.parameters = parameters;
    this.edges = edges;
    this.rank = rank;
    this.trainers = trainers;
    final LinkPlan links = parameters.links().orElseThrow();
    final long ends = (long) VALIDATION_ENDS * parameters.evaluationBatchSize();
    this.batchSize = (int) Math.max(1, ends / (2 + links.rule().perPositive()));
  }

  /** Steps, the same number for every trainer. */
  int steps() {
    return TrainingParameters.steps(edges.size(), batchSize, trainers);
  }

  /** Place of the first edge of this trainer's batch in a step. */
  int first(int ofStep) {
    return (int) Math.min(edges.size(), ((long) ofStep * trainers + rank) * batchSize);
  }

  /** This trainer's batch in a step. */
  BatchTask task(int ofStep) {
    final int first = first(ofStep);
    final int end = (int) Math.min(edges.size(), (long) first + batchSize);
    final long batch = (long) ofStep * trainers + rank;
    return new BatchTask(
            new BatchTask.GivenEdges(edges.range(first, end)),
            parameters.evaluationRules(),
            CounterRandom.child(parameters.seed(), TAG, batch),
            1f)
        .inParts();
  }
}
