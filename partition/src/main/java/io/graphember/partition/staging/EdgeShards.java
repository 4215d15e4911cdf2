// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

/** Where what refers to vertices by number is sent. Used by one thread at a time. */
public interface EdgeShards {
  /** Number of shards, 1 or more. */
  int shards();

  /**
   * Sends a piece to a shard; may return before it is there. What goes wrong is thrown by a later
   * call. A shard takes its pieces in the order in which they were sent.
   *
   * @param piece any but one of vertices; its keys are numbers of vertices within their types
   */
  void stage(int shard, byte[] piece);
}
