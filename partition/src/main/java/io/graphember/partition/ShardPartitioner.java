// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.partition.exchange.GraphShard;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;

/** A partitioner that cuts a graph where its edges are: in every shard at once, in supersteps. */
public interface ShardPartitioner extends Partitioner {
  /**
   * Whether shards cut a graph together, or each of them all of it; the answer is the same.
   *
   * @param vertices of the whole graph
   * @param edges of the whole graph
   */
  boolean shares(long vertices, long edges);

  /**
   * Assigns the edges of a shard whose destinations are at home in it; called in all shards with
   * the same request. The answer is the one that {@link #partition(EdgeStream, PartitioningRequest,
   * AssignmentSink)} gives to the whole graph.
   *
   * @param sink takes the answer for the shard's own edges, in the order of the shard's stream;
   *     those from elsewhere are passed over
   */
  void partition(GraphShard shard, PartitioningRequest request, AssignmentSink sink);

  /**
   * Bytes that a shard takes at most while it is cut.
   *
   * @param vertices that the shard knows
   * @param own how many of them are at home in the shard
   * @param edges edges with an end at home in the shard
   * @param ends how many of their ends are at home there
   */
  long estimateShardBytes(long vertices, long own, long edges, long ends, int partitions);

  @Override
  default void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    partition(GraphShard.whole(edges), request, sink);
  }
}
