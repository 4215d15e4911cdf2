// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.Partitioner;
import io.graphember.spi.partition.PartitioningRequest;

/**
 * A partitioner that decides about an edge by the edge alone: a share of a graph is cut as the
 * whole graph is, and without the others. It holds nothing of vertices, so a graph may have as many
 * as shards together know.
 */
public interface EdgewisePartitioner extends Partitioner {
  /** The numbers that vertices have in the graph. */
  @FunctionalInterface
  interface Numbers {
    /** Number of a vertex of the stream. */
    long of(int vertex);
  }

  /**
   * Assigns the edges of a share.
   *
   * @param edges ends are numbered within the share, in the order of their numbers in the graph
   * @param numbers these
   */
  void partition(
      EdgeStream edges, Numbers numbers, PartitioningRequest request, AssignmentSink sink);

  @Override
  default void partition(EdgeStream edges, PartitioningRequest request, AssignmentSink sink) {
    partition(edges, vertex -> vertex, request, sink);
  }
}
