// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.EdgePart;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.task.LabeledVertices;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * The batches of one trainer when all trainers measure a model on edges that are drawn for the
 * test. Batch b goes to trainer b modulo the number of trainers.
 */
final class EdgeTestSchedule implements Iterator<BatchTask> {
  private static final long TAG = 8;

  private final TrainingParameters parameters;
  private final int rank;
  private final int trainers;
  private final int edges;
  private int step;

  EdgeTestSchedule(TrainingParameters parameters, int rank, int trainers) {
    this.parameters = parameters;
    this.rank = rank;
    this.trainers = trainers;
    this.edges = parameters.edges().orElseThrow().draws(EdgePart.TEST);
  }

  /** Steps, the same number for every trainer. */
  int steps() {
    return TrainingParameters.steps(edges, parameters.evaluationBatchSize(), trainers);
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
    final int size = parameters.evaluationBatchSize();
    final long batch = (long) step++ * trainers + rank;
    final int count = (int) Math.max(0, Math.min(size, edges - batch * size));
    return new BatchTask(
        LabeledVertices.NONE,
        parameters.evaluationRules(),
        CounterRandom.child(parameters.seed(), TAG, batch),
        1f,
        Optional.of(new BatchTask.DrawnEdges(count, EdgePart.TEST)));
  }
}
