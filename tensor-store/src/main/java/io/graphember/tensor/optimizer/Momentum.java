// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

/**
 * Stochastic gradient descent with momentum (Polyak, 1964; Sutskever and others, ICML 2013,
 * equations 1 and 2, with the rate outside of v) and L2 weight decay: {@code v = mu v + g + decay
 * w; w -= lr v}.
 *
 * <p>Slot 0 is v.
 *
 * @param learningRate lr, by step
 * @param momentum mu, in {@code [0, 1)}
 * @param weightDecay factor of the L2 term added to the gradient, 0 for none
 */
public record Momentum(LearningRate learningRate, float momentum, float weightDecay)
    implements Optimizer {

  /** The usual mu. */
  public static final float MOMENTUM = 0.9f;

  /** With the usual mu. */
  public Momentum(LearningRate learningRate, float weightDecay) {
    this(learningRate, MOMENTUM, weightDecay);
  }

  /** Checks mu. */
  public Momentum {
    if (!(momentum >= 0 && momentum < 1)) {
      throw new IllegalArgumentException("momentum must be in [0, 1): " + momentum);
    }
  }

  @Override
  public int slots() {
    return 1;
  }

  @Override
  public void update(float[] weights, float[] gradients, float[] slots, long step) {
    final float rate = learningRate.at(step);
    for (int i = 0; i < weights.length; i++) {
      final float v = momentum * slots[i] + gradients[i] + weightDecay * weights[i];
      slots[i] = v;
      weights[i] -= rate * v;
    }
  }
}
