// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.EdgePart;
import io.graphember.training.job.EdgePlan;
import io.graphember.training.job.HopRules;
import io.graphember.training.job.LinkPlan;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.task.LabeledVertices;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Batches of edges that are drawn anew for every step; those of a validation are the same in every
 * epoch. Batch b of an epoch goes to trainer b modulo the number of trainers.
 */
final class EdgeSchedule implements TaskSchedule {
  private static final long BATCH_TAG = 5;
  private static final long VALIDATION_TAG = 6;

  private final TrainingParameters parameters;
  private final EdgePlan plan;
  private final int rank;
  private final int trainers;
  private int epoch;
  private int step;

  EdgeSchedule(TrainingParameters parameters, int rank, int trainers) {
    this.parameters = parameters;
    this.plan = parameters.edges().orElseThrow();
    this.rank = rank;
    this.trainers = trainers;
  }

  @Override
  public void startAt(int epochs, long steps) {
    epoch = epochs;
    step = (int) (steps - (long) epochs * trainSteps());
    if (step > 0 && step == trainSteps() + validSteps()) {
      step = 0;
      epoch++;
    }
  }

  @Override
  public int trainSteps() {
    return parameters.trainSteps(0, trainers);
  }

  @Override
  public int validSteps() {
    return TrainingParameters.steps(
        plan.draws(EdgePart.VALID), parameters.evaluationBatchSize(), trainers);
  }

  @Override
  public boolean hasNext() {
    return epoch < parameters.epochs();
  }

  @Override
  public BatchTask next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    final boolean training = step < trainSteps();
    final int number = training ? step : step - trainSteps();
    final EdgePart part = training ? EdgePart.TRAIN : EdgePart.VALID;
    final int size = training ? parameters.batchSize() : parameters.evaluationBatchSize();
    final int edges = plan.draws(part);
    final HopRules rules = training ? parameters.rules() : parameters.evaluationRules();
    final long batch = (long) number * trainers + rank;
    final long inStep =
        Math.min(edges, (number + 1L) * trainers * size) - (long) number * trainers * size;
    final long key =
        training
            ? CounterRandom.child(CounterRandom.child(parameters.seed(), BATCH_TAG, epoch), batch)
            : CounterRandom.child(parameters.seed(), VALIDATION_TAG, batch);
    if (++step == trainSteps() + validSteps()) {
      step = 0;
      epoch++;
    }
    return new BatchTask(
        LabeledVertices.NONE,
        rules,
        key,
        1f / (inStep * parameters.links().map(LinkPlan::lossRows).orElse(1)),
        Optional.of(
            new BatchTask.DrawnEdges(
                (int) Math.max(0, Math.min(size, edges - batch * size)), part)));
  }
}
