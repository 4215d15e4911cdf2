// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

/**
 * The shards that keep and cut a graph, as the node sees them that takes its load. A {@code
 * LoadShard} answers each call. Used by one thread at a time.
 */
public interface GraphShards extends EdgeShards {
  /**
   * Sends vertices to their home, as {@link #stage} does.
   *
   * @param piece vertices that are at home there and have the next numbers
   */
  void stageVertices(int shard, byte[] piece);

  /**
   * Has the shards read the version that pieces are added to, before the first of them, and waits
   * for it.
   *
   * @param masters [vertex types, partitions] masters of each partition of the version; its
   *     vertices are numbered partition by partition
   */
  void addTo(BaseVersion version, int[][] masters);

  /**
   * Has all shards cut their edges and place vertices, and waits for it.
   *
   * @param vertexCounts vertices of each type
   * @param progress hears of phases {@code sort} and {@code partition}
   * @return what each shard says of the cut
   */
  byte[][] cut(long[] vertexCounts, BuildProgress progress);

  /** Bytes that shards and this node have sent one another for the graph so far. */
  long exchangedBytes();
}
