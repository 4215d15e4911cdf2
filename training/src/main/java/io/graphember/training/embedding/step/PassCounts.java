// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

import io.graphember.spi.error.GraphemberException;
import io.graphember.training.TrainingError;

/** Counts what a trainer does. Used by one thread. */
public final class PassCounts {
  private long walked;
  private long pairs;
  private double loss;
  private long lossPairs;
  private long waitNanos;

  /** Counts vertices that walks have met. */
  public void walked(long vertices) {
    walked += vertices;
  }

  /** Counts pairs, or triples, that were trained. */
  public void trained(long count) {
    pairs += count;
  }

  /**
   * Adds losses.
   *
   * @param sum of the losses of some pairs or triples
   * @param of how many these are
   */
  public void loss(double sum, long of) {
    loss += sum;
    lossPairs += of;
  }

  /** Counts time in which a trainer waited. */
  public void waited(long nanos) {
    waitNanos += nanos;
  }

  /**
   * Refuses to go on with rows that are lost.
   *
   * @throws GraphemberException with code {@link TrainingError#LOSS_NOT_FINITE}
   */
  public void requireFinite(long step) {
    if (!Double.isFinite(loss)) {
      throw new GraphemberException(
          TrainingError.LOSS_NOT_FINITE,
          "The loss of step %d is %s: lower embedding.learningRate.".formatted(step + 1, loss));
    }
  }

  /** What it came to. */
  public PassReport report() {
    return new PassReport(walked, pairs, loss, lossPairs, waitNanos / 1e9);
  }
}
