// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.write;

/**
 * Takes the blocks of a built graph on their way to the durable tier. Called by one thread; a call
 * may block while the receiver is busy.
 */
@FunctionalInterface
public interface BlockSink {
  /**
   * Takes one block.
   *
   * @param key see {@link io.graphember.graph.id.BlockKey}
   * @param block its bytes, not changed afterwards
   */
  void put(long key, byte[] block);
}
