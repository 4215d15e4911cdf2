// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import java.util.function.Consumer;

/**
 * Who keeps the state of a training.
 *
 * @param every steps after which it is kept; 0 for never
 * @param keep takes the state in the thread of the trainer, which goes on when it returns; the
 *     arrays are the trainer's, and change afterwards
 */
public record StateKeeper(int every, Consumer<TrainingState> keep) {
  /** Keeps nothing. */
  public static final StateKeeper NONE = new StateKeeper(0, state -> {});

  boolean due(long step) {
    return every > 0 && step % every == 0;
  }

  /** True if so many steps of all trainers have ended since it was kept last. */
  boolean due(long kept, long gradients, int trainers) {
    return every > 0 && gradients / trainers / every > kept / trainers / every;
  }
}
