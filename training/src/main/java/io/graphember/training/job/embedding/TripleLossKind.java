// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

/** What makes triples that hold score higher than negatives. */
public enum TripleLossKind {
  /**
   * Each triple for itself: {@code -ln sigmoid(score)}, of negatives {@code -ln sigmoid(-score)}.
   */
  LOGISTIC,
  /** A triple against its negatives: {@code max(0, margin + score of a negative - its score)}. */
  MARGIN
}
