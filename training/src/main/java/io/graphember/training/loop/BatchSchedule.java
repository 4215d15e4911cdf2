// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.spi.CounterRandom;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.task.LabeledVertices;
import java.util.NoSuchElementException;

/**
 * The batches of one trainer, in their order: for every epoch its training batches, then its
 * validation batches. Batch b of an epoch goes to trainer b modulo the number of trainers; a
 * trainer without a batch in the last step gets an empty one, so that all make the same number of
 * steps.
 *
 * <p>The order of seeds is drawn anew for every epoch, keyed by (seed, epoch).
 */
final class BatchSchedule implements TaskSchedule {
  private static final long ORDER_TAG = 1;
  private static final long BATCH_TAG = 2;
  private static final long EVALUATION_TAG = 3;

  private final TrainingParameters parameters;
  private final LabeledVertices train;
  private final LabeledVertices valid;
  private final int rank;
  private final int trainers;
  private int epoch;
  private int step;
  private LabeledVertices shuffled;

  BatchSchedule(
      TrainingParameters parameters,
      LabeledVertices train,
      LabeledVertices valid,
      int rank,
      int trainers) {
    this.parameters = parameters;
    this.train = train;
    this.valid = valid;
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
    if (step > 0) {
      shuffled = order();
    }
  }

  @Override
  public int trainSteps() {
    return parameters.trainSteps(train.size(), trainers);
  }

  @Override
  public int validSteps() {
    return evaluationSteps(valid);
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
    if (step == 0) {
      shuffled = order();
    }
    BatchTask task =
        step < trainSteps() ? trainTask(step) : evaluationTask(valid, step - trainSteps());
    if (++step == trainSteps() + validSteps()) {
      step = 0;
      epoch++;
    }
    return task;
  }

  private LabeledVertices order() {
    return train.shuffled(CounterRandom.child(parameters.seed(), ORDER_TAG, epoch));
  }

  private BatchTask trainTask(int trainStep) {
    int batchSize = parameters.batchSize();
    int batch = trainStep * trainers + rank;
    int stepStart = clamp((long) trainStep * trainers * batchSize, shuffled);
    int stepEnd = clamp((trainStep + 1L) * trainers * batchSize, shuffled);
    return new BatchTask(
        shuffled.range(
            clamp((long) batch * batchSize, shuffled), clamp((batch + 1L) * batchSize, shuffled)),
        parameters.rules(),
        CounterRandom.child(CounterRandom.child(parameters.seed(), BATCH_TAG, epoch), batch),
        1f / (stepEnd - stepStart));
  }

  /** One evaluation batch; the same sample in every epoch, so that epochs compare. */
  BatchTask evaluationTask(LabeledVertices vertices, int evaluationStep) {
    int batchSize = parameters.evaluationBatchSize();
    int batch = evaluationStep * trainers + rank;
    return new BatchTask(
        vertices.range(
            clamp((long) batch * batchSize, vertices), clamp((batch + 1L) * batchSize, vertices)),
        parameters.evaluationRules(),
        CounterRandom.child(parameters.seed(), EVALUATION_TAG, batch),
        1f);
  }

  /** Evaluation steps over other vertices, the same number for every trainer. */
  int evaluationSteps(LabeledVertices vertices) {
    return TrainingParameters.steps(vertices.size(), parameters.evaluationBatchSize(), trainers);
  }

  private static int clamp(long index, LabeledVertices vertices) {
    return (int) Math.min(index, vertices.size());
  }
}
