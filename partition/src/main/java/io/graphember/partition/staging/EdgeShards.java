// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import io.graphember.partition.shard.EdgeShard;

/**
 * The shards that keep and cut the edges of a graph, as the node sees them that takes its load. An
 * {@link EdgeShard} answers each call. Used by one thread at a time.
 */
public interface EdgeShards {
  /** Number of shards, 2 or more. */
  int shards();

  /**
   * Sends edges to a shard; may return before they are there. What goes wrong is thrown by a later
   * call.
   *
   * @param piece edges by the numbers of their ends, see {@link EdgeShard#stage}
   */
  void stage(int shard, byte[] piece);

  /**
   * Has all shards cut their edges, and waits for it.
   *
   * @param vertexCounts vertices of each type
   * @param progress hears of phases {@code sort} and {@code partition}
   * @return what {@link EdgeShard#cut} gave in each shard
   */
  byte[][] cut(int[] vertexCounts, BuildProgress progress);

  /** See {@link EdgeShard#incidences}. */
  byte[] incidences(int shard, int partition, int firstVertex);

  /** See {@link EdgeShard#edges}. */
  byte[] edges(int shard, int partition, int first);

  /** Bytes that shards and this node have sent one another for the graph so far. */
  long exchangedBytes();
}
