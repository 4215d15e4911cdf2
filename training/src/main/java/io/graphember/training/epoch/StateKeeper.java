// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Who keeps the state of a training.
 *
 * @param every steps after which it is kept; 0 for never
 * @param keep takes the state in the thread of the trainer, which goes on when it returns; the
 *     arrays are the trainer's, and change afterwards
 * @param moves asked behind the last step of each epoch: true if the training is to go on
 *     elsewhere. Then the state is kept, whatever the step, and {@code keep} ends the training here
 */
public record StateKeeper(int every, Consumer<TrainingState> keep, BooleanSupplier moves) {
  /** Keeps nothing. */
  public static final StateKeeper NONE = new StateKeeper(0, state -> {});

  /** Keeps the state of a training that stays where it is. */
  public StateKeeper(int every, Consumer<TrainingState> keep) {
    this(every, keep, () -> false);
  }

  /**
   * True if the state is to be kept.
   *
   * @param last true behind the last step of an epoch
   */
  boolean due(long step, boolean last) {
    return every > 0 && step % every == 0 || last && moves.getAsBoolean();
  }

  /** True if so many steps of all trainers have ended since it was kept last. */
  boolean due(long kept, long gradients, int trainers) {
    return every > 0 && gradients / trainers / every > kept / trainers / every;
  }
}
