// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import io.graphember.training.job.TrainingParameters;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

/**
 * The batches of one trainer, in their order: for every epoch its training batches, then its
 * validation batches, as many as those of every other trainer. Batch b of an epoch goes to trainer
 * b modulo the number of trainers; a trainer without a batch in the last step gets an empty one.
 */
abstract class TaskSchedule implements Iterator<BatchTask> {
  final TrainingParameters parameters;
  final int rank;
  final int trainers;
  private int epoch;
  private int step;

  TaskSchedule(TrainingParameters parameters, int rank, int trainers) {
    this.parameters = parameters;
    this.rank = rank;
    this.trainers = trainers;
  }

  /** Training steps of an epoch. */
  abstract int trainSteps();

  /** Validation steps of an epoch. */
  abstract int validSteps();

  /** A training batch of an epoch, both from 0. */
  abstract BatchTask trainTask(int ofEpoch, int ofStep);

  /** A validation batch; the same in every epoch, so that epochs compare. */
  abstract BatchTask validTask(int ofStep);

  /**
   * Begins in the middle.
   *
   * @param epochs whole epochs that are done
   * @param steps training steps that are done, from the first epoch on
   */
  final void startAt(int epochs, long steps) {
    epoch = epochs;
    step = (int) (steps - (long) epochs * trainSteps());
    if (step > 0) {
      endEpoch();
    }
  }

  @Override
  public final boolean hasNext() {
    return epoch < parameters.epochs();
  }

  @Override
  public final BatchTask next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    BatchTask task = step < trainSteps() ? trainTask(epoch, step) : validTask(step - trainSteps());
    step++;
    endEpoch();
    return task;
  }

  private void endEpoch() {
    if (step == trainSteps() + validSteps()) {
      step = 0;
      epoch++;
    }
  }

  /**
   * The training batches of this trainer alone, epoch after epoch without an end: who takes them
   * stops.
   *
   * @param done steps that this trainer has made
   */
  final Iterator<BatchTask> training(long done) {
    final int perEpoch = Math.max(1, trainSteps());
    return new Iterator<>() {
      private long next = done;

      @Override
      public boolean hasNext() {
        return true;
      }

      @Override
      public BatchTask next() {
        final long number = next++;
        return trainTask((int) (number / perEpoch), (int) (number % perEpoch));
      }
    };
  }

  /** The validation batches of an epoch. */
  final Iterator<BatchTask> validation() {
    return IntStream.range(0, validSteps()).mapToObj(this::validTask).iterator();
  }
}
