// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

/**
 * Adam (Kingma and Ba, ICLR 2015, algorithm 1) with L2 weight decay added to the gradient.
 *
 * <p>Slot 0 is the first moment m, slot 1 the second moment v.
 *
 * @param learningRate the paper's alpha, by step
 * @param beta1 decay of the first moment
 * @param beta2 decay of the second moment
 * @param epsilon added to the root
 * @param weightDecay factor of the L2 term added to the gradient, 0 for none
 */
public record Adam(
    LearningRate learningRate, float beta1, float beta2, float epsilon, float weightDecay)
    implements Optimizer {

  /** The paper's decay of the first moment. */
  public static final float BETA1 = 0.9f;

  /** The paper's decay of the second moment. */
  public static final float BETA2 = 0.999f;

  /** The paper's epsilon. */
  public static final float EPSILON = 1e-8f;

  /** With the paper's decay rates and epsilon. */
  public Adam(LearningRate learningRate, float weightDecay) {
    this(learningRate, BETA1, BETA2, EPSILON, weightDecay);
  }

  @Override
  public int slots() {
    return 2;
  }

  @Override
  public void update(float[] weights, float[] gradients, float[] slots, long step) {
    final int n = weights.length;
    final float rate = learningRate.at(step);
    final float correction1 = (float) (1 - Math.pow(beta1, step));
    final float correction2 = (float) (1 - Math.pow(beta2, step));
    for (int i = 0; i < n; i++) {
      float g = gradients[i] + weightDecay * weights[i];
      float m = beta1 * slots[i] + (1 - beta1) * g; // m_t
      float v = beta2 * slots[n + i] + (1 - beta2) * g * g; // v_t
      slots[i] = m;
      slots[n + i] = v;
      float mHat = m / correction1;
      float vHat = v / correction2;
      weights[i] -= (float) (rate * mHat / (Math.sqrt(vHat) + epsilon));
    }
  }
}
