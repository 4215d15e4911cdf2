// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

/**
 * Keeps some weights as exponential moving averages of what batches have, which no gradient moves:
 * {@code w -= rate d}, where d, in the place of the gradient, is w less the batch's value. The
 * optimizer of all others sees gradients of 0 there, and what it makes of these weights, weight
 * decay say, is undone; their slots mean nothing.
 */
public final class RunningMeans implements Optimizer {
  /** Share of a batch in the average: the momentum of batch normalisation in PyTorch. */
  public static final float RATE = 0.1f;

  private final Optimizer others;
  private final int[] places;

  /**
   * The same optimizer but for some weights.
   *
   * @param others moves all other weights
   * @param places numbers of the weights that are averages
   */
  public RunningMeans(Optimizer others, int[] places) {
    this.others = others;
    this.places = places.clone();
  }

  @Override
  public int slots() {
    return others.slots();
  }

  /** Changes the gradients, too. */
  @Override
  public void update(float[] weights, float[] gradients, float[] slots, long step) {
    final float[] averages = new float[places.length];
    for (int i = 0; i < places.length; i++) {
      averages[i] = weights[places[i]] - RATE * gradients[places[i]];
      gradients[places[i]] = 0;
    }
    others.update(weights, gradients, slots, step);
    for (int i = 0; i < places.length; i++) {
      weights[places[i]] = averages[i];
    }
  }
}
