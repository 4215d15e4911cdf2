// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

import io.graphember.memory.array.LongIndex;
import io.graphember.schema.source.AssignmentFiles;
import io.graphember.spi.partition.AssignmentSink;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.GivenAssignment;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Map;

/**
 * Follows the cut of another tool. Where edges are given each goes where its row says; where
 * vertices are given (an edge cut, as METIS makes it) every vertex has its master where its row
 * says, an edge goes to the master of its destination, and ends from elsewhere, the halo, become
 * mirrors.
 *
 * <p>O(E) time.
 */
public final class GivenCut implements EdgewisePartitioner {
  private static final int ROW_BYTES = 12;

  /** For the service loader. */
  public GivenCut() {}

  @Override
  public String name() {
    return AssignmentFiles.PARTITIONER;
  }

  @Override
  public String description() {
    return "a cut that another tool has made, of edges (edges: FILE) or vertices (vertices: FILE)";
  }

  @Override
  public void check(int partitions, Map<String, String> options) {
    AssignmentFiles.of(options);
  }

  @Override
  public long estimateBytes(
      long vertices, long edges, int partitions, Map<String, String> options) {
    return AssignmentFiles.of(options).ofEdges()
        ? (ROW_BYTES + 2) * edges + LongIndex.estimateBytes(edges)
        : (ROW_BYTES + 2) * vertices;
  }

  @Override
  public void partition(
      EdgeStream edges, Numbers numbers, PartitioningRequest request, AssignmentSink sink) {
    final GivenAssignment given = request.given();
    EdgeBatches.assign(
        edges,
        request,
        sink,
        (sources, destinations, assigned, count) -> {
          for (int i = 0; i < count; i++) {
            int ofEdge = given.ofEdge(sources[i], destinations[i]);
            assigned[i] = ofEdge == GivenAssignment.NONE ? given.ofVertex(destinations[i]) : ofEdge;
          }
        });
    for (int v = 0; v < edges.vertices(); v++) {
      if (given.ofVertex(v) != GivenAssignment.NONE) {
        sink.assignMaster(v, given.ofVertex(v));
      }
    }
  }
}
