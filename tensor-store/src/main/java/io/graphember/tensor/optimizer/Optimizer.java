// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.optimizer;

/**
 * Turns gradients into new weights. An implementation is immutable; what it remembers of a weight
 * is kept by the caller in slots.
 *
 * <p>Arrays are disjoint and indexed alike: the slot {@code s} of weight {@code i} is at {@code
 * slots[s * weights.length + i]}.
 */
public interface Optimizer {
  /** Floats that are remembered for each weight; they start at 0. */
  int slots();

  /**
   * Updates all weights in place. O(weights).
   *
   * @param weights changed
   * @param gradients of the loss, as many as weights
   * @param slots changed, {@code slots() * weights.length}
   * @param step number of this update, from 1
   */
  void update(float[] weights, float[] gradients, float[] slots, long step);
}
