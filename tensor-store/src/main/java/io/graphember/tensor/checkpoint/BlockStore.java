// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor.checkpoint;

import java.util.Optional;

/**
 * Where blocks of tables are kept: a port, implemented over the durable caches by the plugin and in
 * memory by tests. Safe for use by several threads; what {@link #put} has written is durable when
 * it returns.
 */
public interface BlockStore {
  /**
   * Writes a block over what the slot held.
   *
   * @param slot {@link BlockSlot#A} or {@link BlockSlot#B}
   */
  void put(int partition, String table, BlockSlot slot, int block, byte[] bytes);

  /** Reads a block; empty if the slot holds nothing. */
  Optional<byte[]> get(int partition, String table, BlockSlot slot, int block);
}
