// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

/**
 * Makes a gradient that is too long as long as it may be before an optimizer takes it (Pascanu,
 * Mikolov, Bengio, ICML 2013, algorithm 1). One that is not finite stays so.
 *
 * @param optimizer takes the gradient; its weight decay is not clipped
 * @param norm largest L2 norm of the gradient of all weights, positive
 */
public record Clipped(Optimizer optimizer, float norm) implements Optimizer {
  @Override
  public int slots() {
    return optimizer.slots();
  }

  /** Changes the gradients, too. */
  @Override
  public void update(float[] weights, float[] gradients, float[] slots, long step) {
    double squares = 0;
    for (float g : gradients) {
      squares += (double) g * g;
    }
    final double length = Math.sqrt(squares);
    if (length > norm) {
      final float factor = (float) (norm / length);
      for (int i = 0; i < gradients.length; i++) {
        gradients[i] *= factor;
      }
    }
    optimizer.update(weights, gradients, slots, step);
  }
}
