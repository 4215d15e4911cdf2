// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.sampling.HopRules;
import io.graphember.training.job.task.EdgePart;
import io.graphember.training.job.task.EdgePlan;
import io.graphember.training.job.task.LinkPlan;

/** Batches of edges that are drawn from the graph, for training anew in every epoch. */
final class EdgeSchedule extends TaskSchedule {
  private static final long BATCH_TAG = 5;
  private static final long VALIDATION_TAG = 6;
  private static final long TEST_TAG = 8;

  private final EdgePlan plan;

  EdgeSchedule(TrainingParameters parameters, int rank, int trainers) {
    super(parameters, rank, trainers);
    this.plan = parameters.edges().orElseThrow();
  }

  @Override
  int trainSteps() {
    return parameters.trainSteps(0, trainers);
  }

  @Override
  int validSteps() {
    return evaluationSteps(EdgePart.VALID);
  }

  /** Steps of a test, the same number for every trainer. */
  int testSteps() {
    return evaluationSteps(EdgePart.TEST);
  }

  private int evaluationSteps(EdgePart part) {
    return TrainingParameters.steps(plan.draws(part), parameters.evaluationBatchSize(), trainers);
  }

  @Override
  BatchTask trainTask(int ofEpoch, int ofStep) {
    final long stepSize = (long) trainers * parameters.batchSize();
    final long inStep =
        Math.min(plan.draws(EdgePart.TRAIN), (ofStep + 1) * stepSize) - ofStep * stepSize;
    return task(
        EdgePart.TRAIN,
        ofStep,
        parameters.batchSize(),
        parameters.rules(),
        CounterRandom.child(parameters.seed(), BATCH_TAG, ofEpoch),
        1f / (inStep * parameters.links().map(LinkPlan::lossRows).orElse(1)));
  }

  @Override
  BatchTask validTask(int ofStep) {
    return evaluationTask(EdgePart.VALID, VALIDATION_TAG, ofStep);
  }

  /** A batch of a test. */
  BatchTask testTask(int ofStep) {
    return evaluationTask(EdgePart.TEST, TEST_TAG, ofStep);
  }

  private BatchTask evaluationTask(EdgePart part, long tag, int ofStep) {
    return task(
            part,
            ofStep,
            parameters.evaluationBatchSize(),
            parameters.evaluationRules(),
            CounterRandom.child(parameters.seed(), tag),
            1f)
        .inParts();
  }

  private BatchTask task(
      EdgePart part, int ofStep, int batchSize, HopRules rules, long key, float scale) {
    final long batch = (long) ofStep * trainers + rank;
    final int edges = (int) Math.max(0, Math.min(batchSize, plan.draws(part) - batch * batchSize));
    return new BatchTask(
        new BatchTask.DrawnEdges(edges, part, run(part)),
        rules,
        CounterRandom.child(key, batch),
        scale);
  }

  /**
   * Trainers train on edges next to one another. What is measured, and edges that may have no
   * label, are drawn from all: their shares in the runs may differ.
   */
  private BatchTask.Run run(EdgePart part) {
    return part == EdgePart.TRAIN && parameters.links().isPresent()
        ? BatchTask.Run.of(rank, trainers)
        : BatchTask.Run.ALL;
  }
}
