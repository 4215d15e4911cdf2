// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

/**
 * Where a checkpoint finds a block. A block has two slots, so that the bytes of the last complete
 * checkpoint stay while those of the next one are written. Ordinals are part of the stored format.
 */
public enum BlockSlot {
  /** Nowhere: its rows have their initial weights. */
  UNTOUCHED,
  /** In the first slot. */
  A,
  /** In the second slot. */
  B;

  /** The slot that may be written while this one is named. */
  BlockSlot other() {
    return this == A ? B : A;
  }
}
