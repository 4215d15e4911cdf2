// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.job.embedding;

import io.graphember.spi.triple.Comparison;

/** How distances of rows are measured. */
public enum Norm {
  /** Sum of absolute differences. */
  L1(Comparison.L1),
  /** Euclidean. */
  L2(Comparison.L2);

  private final Comparison comparison;

  Norm(Comparison comparison) {
    this.comparison = comparison;
  }

  Comparison comparison() {
    return comparison;
  }
}
