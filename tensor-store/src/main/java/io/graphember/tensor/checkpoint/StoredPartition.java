// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import java.util.List;

/**
 * A partition of a table in a checkpoint.
 *
 * @param partition its number
 * @param rows number of rows
 * @param blocks where each block is, in the order of their rows
 */
public record StoredPartition(int partition, int rows, List<BlockSlot> blocks) {
  /** Copies the list. */
  public StoredPartition {
    blocks = List.copyOf(blocks);
  }
}
