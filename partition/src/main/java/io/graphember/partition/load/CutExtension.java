// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.load;

import io.graphember.graph.settings.GraphSettings;
import io.graphember.partition.placement.EdgeAssignment;
import io.graphember.partition.staging.BuildProgress;
import io.graphember.partition.staging.EdgeTable;
import io.graphember.partition.staging.GraphStaging;
import io.graphember.partition.staging.PartitionRanges;
import io.graphember.partition.staging.VertexNumbering;
import io.graphember.partition.streaming.BalancedGreedy;
import io.graphember.partition.streaming.VertexReplicas;
import io.graphember.spi.Cancellation;

/**
 * Goes on with the cut of a base version: its masters and edges stay where they are, and every edge
 * that was added goes where {@link BalancedGreedy} places it, in canonical order. Masters of new
 * vertices are left open.
 *
 * <p>O(E + A P) for A added edges. Used by one thread.
 */
final class CutExtension {
  private static final int CANCEL_EVERY = 1 << 16;

  private final EdgeTable edges;
  private final EdgeAssignment assignment;
  private final VertexReplicas sets;
  private final long[] partitionVertices;
  private final long[] partitionEdges;

  private CutExtension(EdgeTable edges, int partitions) {
    this.edges = edges;
    assignment = new EdgeAssignment((int) edges.vertices(), (int) edges.edges(), partitions);
    sets = VertexReplicas.empty(edges.vertices(), partitions);
    partitionVertices = new long[partitions];
    partitionEdges = new long[partitions];
  }

  /** Bytes of the replica sets, beside the assignment. */
  static long estimateBytes(long vertices, int partitions) {
    return VertexReplicas.estimateBytes(vertices, partitions);
  }

  /** The partition of every edge, and the masters of the base version. */
  static EdgeAssignment of(
      EdgeTable edges,
      GraphStaging staging,
      VertexNumbering numbering,
      GraphSettings settings,
      BuildProgress progress,
      Cancellation cancellation) {
    CutExtension extension = new CutExtension(edges, settings.partitions());
    for (int t = 0; t < numbering.types(); t++) {
      extension.keepMasters(staging.vertices(t).ranges(), numbering.start(t));
    }
    extension.keepEdges(cancellation);
    extension.placeEdges(progress, cancellation);
    extension.assignment.complete();
    return extension.assignment;
  }

  private void keepMasters(PartitionRanges ranges, int firstVertex) {
    for (int v = 0; v < ranges.total(); v++) {
      int partition = ranges.partition(v);
      assignment.assignMaster(firstVertex + v, partition);
      join(firstVertex + v, partition);
    }
  }

  private void keepEdges(Cancellation cancellation) {
    int[] offsets = edges.offsets();
    int[] sources = edges.sources();
    for (int v = 0; v + 1 < offsets.length; v++) {
      if (v % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        int partition = edges.basePartition(e);
        if (partition != PartitionRanges.NONE) {
          join(v, partition);
          join(sources[e], partition);
          partitionEdges[partition]++;
        }
      }
    }
  }

  private void join(int vertex, int partition) {
    if (sets.holds(vertex, partition) == 0) {
      sets.add(vertex, partition);
      partitionVertices[partition]++;
    }
  }

  private void placeEdges(BuildProgress progress, Cancellation cancellation) {
    BalancedGreedy greedy =
        new BalancedGreedy(sets, partitionVertices, partitionEdges, edges.edges());
    int[] offsets = edges.offsets();
    int[] sources = edges.sources();
    for (int v = 0; v + 1 < offsets.length; v++) {
      if (v % CANCEL_EVERY == 0) {
        cancellation.check();
        progress.at("stream", v, edges.vertices());
      }
      for (int e = offsets[v]; e < offsets[v + 1]; e++) {
        int partition = edges.basePartition(e);
        assignment.assignEdge(
            partition == PartitionRanges.NONE ? greedy.place(sources[e], v) : partition);
      }
    }
  }
}
