// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import io.graphember.partition.EdgeBatches;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;

/**
 * Clusters of vertices that a stream of edges makes (2PS, phase 1: Mayer, Orujzade, Jacobsen,
 * "Out-of-core edge partitioning at linear run-time", ICDE 2022, algorithm 1): of the two ends of
 * an edge the one whose cluster is smaller without it joins the other's, as long as that is not too
 * large. The volume of a cluster is the sum of the degrees of its vertices.
 *
 * <p>O(E) a pass; 16 bytes a vertex. Used by one thread.
 */
final class VertexClusters {
  /** Edges at each vertex; a loop counts twice. */
  final int[] degrees;

  private final int[] clusters; // of each vertex, named by one that was its first
  private final long[] volumes; // of each cluster
  private final long mostVolume;

  private VertexClusters(int vertices, long mostVolume) {
    degrees = new int[vertices];
    clusters = new int[vertices];
    volumes = new long[vertices];
    this.mostVolume = mostVolume;
  }

  /** Bytes of the clusters of so many vertices. */
  static long estimateBytes(long vertices) {
    return 16 * vertices;
  }

  /**
   * Reads a stream once for the degrees, and then for the clusters.
   *
   * @param passes how often for the clusters
   */
  static VertexClusters of(EdgeStream edges, PartitioningRequest request, int passes) {
    final VertexClusters all =
        new VertexClusters(
            (int) edges.vertices(), Math.max(1, 2 * edges.edges() / request.partitions()));
    EdgeBatches.read(
        edges,
        request,
        "count",
        (sources, destinations, count) -> {
          for (int i = 0; i < count; i++) {
            all.degrees[sources[i]]++;
            all.degrees[destinations[i]]++;
          }
        });
    Arrays.setAll(all.clusters, v -> v);
    Arrays.setAll(all.volumes, v -> all.degrees[v]);
    for (int pass = 0; pass < passes; pass++) {
      EdgeBatches.read(
          edges,
          request,
          "cluster",
          (sources, destinations, count) -> {
            for (int i = 0; i < count; i++) {
              all.join(sources[i], destinations[i]);
            }
          });
    }
    return all;
  }

  private void join(int source, int destination) {
    final long ofSource = volumes[clusters[source]];
    final long ofDestination = volumes[clusters[destination]];
    if (clusters[source] == clusters[destination]
        || ofSource > mostVolume
        || ofDestination > mostVolume) {
      return;
    }
    final boolean sourceMoves = ofSource - degrees[source] <= ofDestination - degrees[destination];
    final int moved = sourceMoves ? source : destination;
    final int target = clusters[sourceMoves ? destination : source];
    if (volumes[target] + degrees[moved] <= mostVolume) {
      volumes[clusters[moved]] -= degrees[moved];
      volumes[target] += degrees[moved];
      clusters[moved] = target;
    }
  }

  /** Volume of the cluster of a vertex. */
  long volume(int vertex) {
    return volumes[clusters[vertex]];
  }

  /**
   * Deals clusters to partitions, the largest first, each to the one with the least volume so far
   * (Graham).
   *
   * @return partition of the cluster of each vertex
   */
  int[] dealt(int partitions) {
    final long[] order = new long[volumes.length];
    int count = 0;
    for (int cluster = 0; cluster < order.length; cluster++) {
      if (volumes[cluster] > 0) {
        final long volume = Math.min(volumes[cluster], Integer.MAX_VALUE);
        order[count++] = -volume << Integer.SIZE | cluster;
      }
    }
    Arrays.sort(order, 0, count);
    final LightestPartition lightest = new LightestPartition(partitions);
    final int[] ofClusters = new int[volumes.length];
    for (int i = 0; i < count; i++) {
      final int cluster = (int) order[i];
      ofClusters[cluster] = lightest.add(volumes[cluster]);
    }
    final int[] ofVertices = new int[clusters.length];
    Arrays.setAll(ofVertices, v -> ofClusters[clusters[v]]);
    return ofVertices;
  }
}
