// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

/**
 * AdamW (Loshchilov and Hutter, ICLR 2019, algorithm 2): the step of {@link Adam} on the gradient
 * alone, and apart from it {@code w -= lr decay w} with the w before the step. The paper's schedule
 * eta_t times its alpha is our lr, and its lambda is our decay times alpha, as in PyTorch.
 *
 * <p>Slots are those of Adam.
 *
 * @param learningRate lr, by step
 * @param weightDecay decay, 0 for none
 */
public record AdamW(LearningRate learningRate, float weightDecay) implements Optimizer {
  @Override
  public int slots() {
    return adam().slots();
  }

  @Override
  public void update(float[] weights, float[] gradients, float[] slots, long step) {
    final float kept = 1 - learningRate.at(step) * weightDecay;
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= kept;
    }
    adam().update(weights, gradients, slots, step);
  }

  private Adam adam() {
    return new Adam(learningRate, 0);
  }
}
