// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.weighted;

import io.graphember.partition.EdgeBatches;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;

/** The answer of a partitioner that cuts between vertices. */
public final class VertexAssignment {
  private VertexAssignment() {}

  /**
   * Sends it: each edge goes to the partition of its destination, whose master is there; its source
   * is a mirror if its own is another.
   *
   * @param partitionOf partition of each vertex
   */
  public static void send(
      EdgeStream edges, PartitioningRequest request, AssignmentSink sink, int[] partitionOf) {
    EdgeBatches.assign(
        edges,
        request,
        sink,
        (sources, destinations, assigned, count) -> {
          for (int i = 0; i < count; i++) {
            assigned[i] = partitionOf[destinations[i]];
          }
        });
    for (int v = 0; v < partitionOf.length; v++) {
      sink.assignMaster(v, partitionOf[v]);
    }
  }
}
