// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.epoch;

import io.graphember.training.job.checkpoint.CheckpointInterval;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Who keeps the state of a training. Used by the thread of one trainer. */
public final class StateKeeper {
  /** Keeps nothing. */
  public static final StateKeeper NONE = new StateKeeper(CheckpointInterval.NEVER, state -> {});

  private final CheckpointInterval interval;
  private final Consumer<TrainingState> keep;
  private final BooleanSupplier moves;
  private final LongSupplier clock;
  private long kept; // nanoseconds at which it was kept last

  /**
   * Keeps the state of a training.
   *
   * @param interval when it is kept
   * @param keep takes the state in the thread of the trainer, which goes on when it returns; the
   *     arrays are the trainer's, and change afterwards
   * @param moves asked behind the last step of each epoch: true if the training is to go on
   *     elsewhere. Then the state is kept, whatever the step, and {@code keep} ends the training
   *     here
   */
  public StateKeeper(
      CheckpointInterval interval, Consumer<TrainingState> keep, BooleanSupplier moves) {
    this(interval, keep, moves, System::nanoTime);
  }

  /** Keeps the state of a training that stays where it is. */
  public StateKeeper(CheckpointInterval interval, Consumer<TrainingState> keep) {
    this(interval, keep, () -> false);
  }

  /** The same by another clock, in nanoseconds. */
  StateKeeper(
      CheckpointInterval interval,
      Consumer<TrainingState> keep,
      BooleanSupplier moves,
      LongSupplier clock) {
    this.interval = interval;
    this.keep = keep;
    this.moves = moves;
    this.clock = clock;
    this.kept = clock.getAsLong();
  }

  /**
   * True if the state is to be kept.
   *
   * @param before steps behind which it was looked for last
   * @param step steps by now
   */
  boolean due(long before, long step) {
    return interval.due(before, step, clock.getAsLong() - kept);
  }

  /** True if the training is to go on elsewhere. */
  boolean moves() {
    return moves.getAsBoolean();
  }

  /** Keeps a state. */
  void keep(TrainingState state) {
    keep.accept(state);
    kept = clock.getAsLong();
  }
}
