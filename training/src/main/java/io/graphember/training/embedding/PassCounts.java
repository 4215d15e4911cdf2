// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding;

import io.graphember.kernels.SkipGram;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;

/** Counts what a trainer does. Used by one thread. */
final class PassCounts {
  /** Of so many places the first pair is looked at: a loss takes as long as training a pair. */
  private static final int LOOKED_AT = 32;

  private long walked;
  private long pairs;
  private double loss;
  private long lossPairs;
  private long waitNanos;

  void batch(WalkBatch batch) {
    walked += batch.walked();
  }

  /** Counts a pair that was trained, whose products are at the front of the scratch. */
  void pair(int place, int context, float[] scratch, int outputs) {
    pairs++;
    if (context == 0 && place % LOOKED_AT == 0) {
      loss += SkipGram.loss(scratch, outputs);
      lossPairs++;
    }
  }

  void waited(long nanos) {
    waitNanos += nanos;
  }

  /**
   * Refuses to go on with rows that are lost.
   *
   * @throws GraphemberException with code {@link TrainingError#LOSS_NOT_FINITE}
   */
  void requireFinite(long step) {
    if (!Double.isFinite(loss)) {
      throw new GraphemberException(
          TrainingError.LOSS_NOT_FINITE,
          "The loss of step %d is %s: lower embedding.learningRate.".formatted(step + 1, loss));
    }
  }

  PassReport report() {
    return new PassReport(walked, pairs, loss, lossPairs, waitNanos / 1e9);
  }
}
