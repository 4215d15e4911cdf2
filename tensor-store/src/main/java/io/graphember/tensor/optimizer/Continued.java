// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

/**
 * Goes on where another training has ended: what counts the updates of an optimizer, the bias of
 * Adam's moments for example, counts those that were made before, too.
 *
 * @param optimizer whose learning rate is that of step {@code before + 1} at the first update
 * @param before updates that were made before, 0 or more
 */
public record Continued(Optimizer optimizer, long before) implements Optimizer {
  @Override
  public int slots() {
    return optimizer.slots();
  }

  @Override
  public void update(float[] weights, float[] gradients, float[] slots, long step) {
    optimizer.update(weights, gradients, slots, before + step);
  }
}
