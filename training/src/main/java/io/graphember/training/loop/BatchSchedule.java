// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.task.DealtVertices;
import io.graphember.training.task.LabeledVertices;

/**
 * Batches of vertices: each trainer has seeds of its own, whose order is drawn anew for every
 * epoch, keyed by (seed, epoch).
 */
class BatchSchedule extends TaskSchedule {
  private static final long ORDER_TAG = 1;
  static final long BATCH_TAG = 2;
  private static final long EVALUATION_TAG = 3;

  private final DealtVertices train;
  private final DealtVertices valid;
  private LabeledVertices shuffled;
  private int shuffledEpoch = -1;

  BatchSchedule(
      TrainingParameters parameters,
      DealtVertices train,
      DealtVertices valid,
      int rank,
      int trainers) {
    super(parameters, rank, trainers);
    this.train = train;
    this.shuffled = train.own();
    this.valid = valid;
  }

  @Override
  int trainSteps() {
    return parameters.trainSteps(train.total(), trainers);
  }

  @Override
  int validSteps() {
    return evaluationSteps(valid);
  }

  @Override
  BatchTask trainTask(int ofEpoch, int ofStep) {
    if (shuffledEpoch != ofEpoch) {
      shuffled = train.own().shuffled(CounterRandom.child(parameters.seed(), ORDER_TAG, ofEpoch));
      shuffledEpoch = ofEpoch;
    }
    return new BatchTask(
        batch(shuffled, ofStep, parameters.batchSize()),
        parameters.rules(),
        CounterRandom.child(parameters.seed(), BATCH_TAG, ofEpoch, number(ofStep)),
        1f / train.inStep(ofStep, parameters.batchSize(), trainers));
  }

  @Override
  BatchTask validTask(int ofStep) {
    return evaluationTask(valid, ofStep);
  }

  /** A batch of an evaluation of some vertices, whenever it is made. */
  BatchTask evaluationTask(DealtVertices vertices, int ofStep) {
    return new BatchTask(
            batch(vertices.own(), ofStep, parameters.evaluationBatchSize()),
            parameters.evaluationRules(),
            CounterRandom.child(parameters.seed(), EVALUATION_TAG, number(ofStep)),
            1f)
        .inParts();
  }

  /** Steps of an evaluation of some vertices, the same number for every trainer. */
  int evaluationSteps(DealtVertices vertices) {
    return TrainingParameters.steps(vertices.total(), parameters.evaluationBatchSize(), trainers);
  }

  /** Number of a batch among those of all trainers in an epoch. */
  final int number(int ofStep) {
    return ofStep * trainers + rank;
  }

  private static LabeledVertices batch(LabeledVertices vertices, int step, int batchSize) {
    return vertices.range(
        (int) Math.min((long) step * batchSize, vertices.size()),
        (int) Math.min((step + 1L) * batchSize, vertices.size()));
  }
}
