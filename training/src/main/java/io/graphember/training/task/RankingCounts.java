// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.task;

import java.nio.ByteBuffer;

/**
 * Adds up how well edges are told from their negatives over batches: binary cross-entropy, and how
 * often an edge has a higher score than a negative of its own, which is what AUC is the probability
 * of. Used by one thread.
 */
public final class RankingCounts {
  private final double[] sums = new double[3]; // loss, comparisons that are right, comparisons

  /**
   * Adds a batch.
   *
   * @param scores float32[pairs], native order: groups of an edge and its negatives
   * @param pairs number of pairs
   * @param negatives negatives of an edge
   */
  public void add(ByteBuffer scores, int pairs, int negatives) {
    for (int first = 0; first < pairs; first += 1 + negatives) {
      final double edge = scores.getFloat(Float.BYTES * first);
      for (int n = 1; n <= negatives; n++) {
        final double other = scores.getFloat(Float.BYTES * (first + n));
        sums[0] += (softplus(-edge) + softplus(other)) / 2;
        sums[1] += edge > other ? 1 : edge == other ? 0.5 : 0;
        sums[2]++;
      }
    }
  }

  private static double softplus(double x) {
    return Math.max(x, 0) + Math.log1p(Math.exp(-Math.abs(x)));
  }

  /** Sums of loss, comparisons that are right, and comparisons, to be added up over trainers. */
  public double[] toArray() {
    return sums.clone();
  }
}
