// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.LinkPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.task.LabeledVertices;
import io.graphember.training.task.TestEdges;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The batches of one trainer when all trainers rank test edges once. A batch has about as many
 * vertices as one of validation with a negative for each edge. Batch b goes to trainer b modulo the
 * number of trainers.
 */
final class LinkTestSchedule implements Iterator<BatchTask> {
  private static final long TAG = 7;
  private static final int VALIDATION_ENDS = 3; // of an edge and its negative

  private final TrainingParameters parameters;
  private final TestEdges edges;
  private final int rank;
  private final int trainers;
  private final int batchSize;
  private int step;

  /**
   * A schedule at its beginning.
   *
   * @param parameters with the negatives of the test
   */
  LinkTestSchedule(TrainingParameters parameters, TestEdges edges, int rank, int trainers) {
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

  @Override
  public boolean hasNext() {
    return step < steps();
  }

  @Override
  public BatchTask next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    final int first = first(step);
    final int end = (int) Math.min(edges.size(), (long) first + batchSize);
    final long batch = (long) step * trainers + rank;
    step++;
    return new BatchTask(
        LabeledVertices.NONE,
        parameters.evaluationRules(),
        CounterRandom.child(parameters.seed(), TAG, batch),
        1f,
        Optional.of(new BatchTask.GivenEdges(edges.range(first, end))));
  }
}
