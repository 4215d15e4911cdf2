// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

/**
 * What a shard asks others, and itself, of a graph that is cut: a {@link LoadShard} answers each
 * call. Used by one thread at a time.
 */
public interface ShardReads {
  /** See {@link LoadShard#edges}. */
  byte[] edges(int shard, int partition, int first);

  /** See {@link LoadShard#vertices}. */
  byte[] vertices(int shard, int partition, int first);

  /** See {@link LoadShard#masters}. */
  byte[] masters(int shard, int partition, int type, int first);

  /** See {@link LoadShard#heldOut}. */
  byte[] heldOut(int shard, int partition, int first);
}
