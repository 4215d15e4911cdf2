// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.loop;

import java.util.Iterator;

/**
 * The batches of one trainer, in their order: for every epoch its training batches, then its
 * validation batches, as many as those of every other trainer.
 */
interface TaskSchedule extends Iterator<BatchTask> {
  /**
   * Begins in the middle.
   *
   * @param epochs whole epochs that are done
   * @param steps training steps that are done, from the first epoch on
   */
  void startAt(int epochs, long steps);

  /** Training steps of an epoch. */
  int trainSteps();

  /** Validation steps of an epoch. */
  int validSteps();
}
