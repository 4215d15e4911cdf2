// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.shard;

import io.graphember.partition.staging.BaseVersion;
import io.graphember.partition.staging.BuildProgress;

/**
 * The shards that keep and cut a graph, as the node sees them that takes its load. A {@link
 * LoadShard} answers each call. Used by one thread at a time.
 */
public interface GraphShards {
  /** Number of shards, 1 or more. */
  int shards();

  /**
   * Sends a piece to a shard; may return before it is there. What goes wrong is thrown by a later
   * call. A shard takes its pieces in the order in which they were sent.
   *
   * @param piece a {@link RoutedPiece}
   */
  void stage(int shard, byte[] piece);

  /**
   * Has the shards read the version that pieces are added to, before the first of them, and waits
   * for it.
   *
   * @return its vertices of each type
   */
  long[] addTo(BaseVersion version);

  /**
   * Has all shards cut their edges and place vertices, and waits for it.
   *
   * @param places of each vertex type: how many keys of it have come
   * @param progress hears of phases {@code sort} and {@code partition}
   * @return what each shard says of the cut, see {@link LoadShard#cut}
   */
  byte[][] cut(long[] places, BuildProgress progress);

  /** Bytes that shards and this node have sent one another for the graph so far. */
  long exchangedBytes();
}
