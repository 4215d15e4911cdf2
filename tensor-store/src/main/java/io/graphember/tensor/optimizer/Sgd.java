// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

/**
 * Stochastic gradient descent with L2 weight decay: {@code w -= lr (g + decay w)}.
 *
 * @param learningRate lr, by step
 * @param weightDecay factor of the L2 term added to the gradient, 0 for none
 */
public record Sgd(LearningRate learningRate, float weightDecay) implements Optimizer {
  @Override
  public int slots() {
    return 0;
  }

  @Override
  public void update(float[] weights, float[] gradients, float[] slots, long step) {
    final float rate = learningRate.at(step);
    for (int i = 0; i < weights.length; i++) {
      weights[i] -= rate * (gradients[i] + weightDecay * weights[i]);
    }
  }
}
