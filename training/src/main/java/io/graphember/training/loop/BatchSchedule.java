// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.task.LabeledVertices;

/**
 * Batches of vertices. The order of seeds is drawn anew for every epoch, keyed by (seed, epoch).
 */
final class BatchSchedule extends TaskSchedule {
  private static final long ORDER_TAG = 1;
  private static final long BATCH_TAG = 2;
  private static final long EVALUATION_TAG = 3;

  private final LabeledVertices train;
  private final LabeledVertices valid;
  private LabeledVertices shuffled;
  private int shuffledEpoch = -1;

  BatchSchedule(
      TrainingParameters parameters,
      LabeledVertices train,
      LabeledVertices valid,
      int rank,
      int trainers) {
    super(parameters, rank, trainers);
    this.train = train;
    this.valid = valid;
  }

  @Override
  int trainSteps() {
    return parameters.trainSteps(train.size(), trainers);
  }

  @Override
  int validSteps() {
    return evaluationSteps(valid);
  }

  @Override
  BatchTask trainTask(int ofEpoch, int ofStep) {
    if (shuffledEpoch != ofEpoch) {
      shuffled = train.shuffled(CounterRandom.child(parameters.seed(), ORDER_TAG, ofEpoch));
      shuffledEpoch = ofEpoch;
    }
    int batchSize = parameters.batchSize();
    int batch = ofStep * trainers + rank;
    int stepStart = clamp((long) ofStep * trainers * batchSize, shuffled);
    int stepEnd = clamp((ofStep + 1L) * trainers * batchSize, shuffled);
    return new BatchTask(
        shuffled.range(
            clamp((long) batch * batchSize, shuffled), clamp((batch + 1L) * batchSize, shuffled)),
        parameters.rules(),
        CounterRandom.child(parameters.seed(), BATCH_TAG, ofEpoch, batch),
        1f / (stepEnd - stepStart));
  }

  @Override
  BatchTask validTask(int ofStep) {
    return evaluationTask(valid, ofStep);
  }

  /** A batch of an evaluation of some vertices, whenever it is made. */
  BatchTask evaluationTask(LabeledVertices vertices, int ofStep) {
    int batchSize = parameters.evaluationBatchSize();
    int batch = ofStep * trainers + rank;
    return new BatchTask(
            vertices.range(
                clamp((long) batch * batchSize, vertices),
                clamp((batch + 1L) * batchSize, vertices)),
            parameters.evaluationRules(),
            CounterRandom.child(parameters.seed(), EVALUATION_TAG, batch),
            1f)
        .inParts();
  }

  /** Steps of an evaluation of some vertices, the same number for every trainer. */
  int evaluationSteps(LabeledVertices vertices) {
    return TrainingParameters.steps(vertices.size(), parameters.evaluationBatchSize(), trainers);
  }

  private static int clamp(long index, LabeledVertices vertices) {
    return (int) Math.min(index, vertices.size());
  }
}
