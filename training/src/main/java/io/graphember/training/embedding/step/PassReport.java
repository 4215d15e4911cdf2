// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

/**
 * What some steps of a trainer came to.
 *
 * @param walked vertices met by walks, "tokens"
 * @param pairs pairs, or triples, trained
 * @param loss sum of the losses of those pairs that were looked at
 * @param lossPairs how many were looked at
 * @param waitSeconds how long the trainer waited for batches and rows
 */
public record PassReport(long walked, long pairs, double loss, long lossPairs, double waitSeconds) {
  /** Nothing yet. */
  public static final PassReport NONE = new PassReport(0, 0, 0, 0, 0);

  /** Both together. */
  public PassReport plus(PassReport other) {
    return new PassReport(
        walked + other.walked,
        pairs + other.pairs,
        loss + other.loss,
        lossPairs + other.lossPairs,
        waitSeconds + other.waitSeconds);
  }

  /** Mean loss of a pair; not a number without one. */
  public double meanLoss() {
    return loss / lossPairs;
  }
}
