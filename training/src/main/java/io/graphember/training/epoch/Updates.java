// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

/** How the gradients of steps become the parameters of those that follow. Used by one thread. */
interface Updates {
  /** Optimizer updates of an epoch, at most, where steps of all who compute are so many. */
  long perEpoch(int steps);

  /**
   * Makes the steps that are left of the epoch that has begun.
   *
   * @param progress is behind the last step of the epoch then
   */
  void epoch(StepSource steps, TrainingProgress progress, StateKeeper keeper);
}
