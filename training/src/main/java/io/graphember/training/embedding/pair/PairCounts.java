// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.pair;

import io.graphember.kernels.SkipGram;
import io.graphember.training.embedding.step.PassCounts;

/** Counts pairs and the losses of some of them. */
final class PairCounts {
  /** Of so many places the first pair is looked at: a loss takes as long as training a pair. */
  private static final int LOOKED_AT = 32;

  private PairCounts() {}

  /** Counts a pair that was trained, whose products are at the front of the scratch. */
  static void add(PassCounts counts, int place, int context, float[] scratch, int outputs) {
    counts.trained(1);
    if (context == 0 && place % LOOKED_AT == 0) {
      counts.loss(SkipGram.loss(scratch, outputs), 1);
    }
  }
}
