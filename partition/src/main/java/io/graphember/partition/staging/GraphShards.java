// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.staging;

import java.util.function.Consumer;

/**
 * The shards that keep, cut and write a graph, as the node sees them that takes its load. A {@code
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
   * Has all shards cut their edges and place vertices, and waits for it.
   *
   * @param vertexCounts vertices of each type
   * @param progress hears of phases {@code sort} and {@code partition}
   * @return what each shard says of the cut
   */
  byte[][] cut(int[] vertexCounts, BuildProgress progress);

  /**
   * Has shards write the partitions, and waits for it.
   *
   * @param forms how columns of vertices are written, as bytes
   * @param written hears what is said of each partition once its blocks are written
   */
  void write(byte[] forms, Consumer<byte[]> written);

  /** Bytes that shards and this node have sent one another for the graph so far. */
  long exchangedBytes();
}
