// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.sync;

/** The collective of a single trainer: there is nothing to add up. */
public final class SoloCollective implements Collective {
  /** A trainer on its own. */
  public SoloCollective() {}

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public int size() {
    return 1;
  }

  @Override
  public void allReduce(float[] values, double[] metrics) {
    // Already the sum.
  }
}
