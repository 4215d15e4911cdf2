// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.partition.exchange.GraphShare;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;

/** A partitioner that cuts a graph where its edges are: in every share at once, in supersteps. */
public interface SharePartitioner extends Partitioner {
  /**
   * Assigns the edges of a share whose destinations are at home in it; called in all shares with
   * the same request. The answer is the one that {@link #partition(EdgeStream, PartitioningRequest,
   * AssignmentSink)} gives to the whole graph.
   *
   * @param sink takes the answer for the share's own edges, in the order of the share's stream;
   *     those from elsewhere are passed over
   */
  void partition(GraphShare share, PartitioningRequest request, AssignmentSink sink);

  @Override
  default void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    partition(GraphShare.whole(edges), request, sink);
  }
}
