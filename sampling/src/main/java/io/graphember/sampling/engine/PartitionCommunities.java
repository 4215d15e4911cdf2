// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.community.CommunityGraph;
import io.graphember.graph.community.CommunityTree;
import io.graphember.graph.community.Louvain;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.spi.Cancellation;
import java.util.Arrays;

/**
 * Finds clusters of the masters of a partition by the {@linkplain Louvain Louvain method}, none
 * larger than asked for. Edges that lie in other partitions are not looked at. O(edges) a level;
 * deterministic.
 */
final class PartitionCommunities {
  private static final long KEY = 0xC0;

  private PartitionCommunities() {}

  /** Bytes of scratch, at most. */
  static long estimateBytes(long masters, long edges) {
    return 16 * 2 * edges + Louvain.estimateBytes(masters, 2 * edges);
  }

  /**
   * Finds clusters.
   *
   * @param most vertices of a cluster
   * @return number of each master's cluster, from 0 on without gaps
   */
  static int[] clusters(PartitionTopology topology, int most) {
    final CommunityTree found = new Louvain(1, most).find(graph(topology), KEY, Cancellation.NEVER);
    final int[] sizes = new int[found.count(found.top())];
    Arrays.setAll(sizes, c -> (int) found.size(found.top(), c));
    return PackedClusters.of(found.communities(), sizes, most);
  }

  /** Parallel edges are one of so much weight; loops say nothing and are left out. */
  private static CommunityGraph graph(PartitionTopology topology) {
    final int masters = topology.masters();
    final MasterNeighbors neighborsOf = new MasterNeighbors(topology);
    final int[] offsets = new int[masters + 1];
    for (int v = 0; v < masters; v++) {
      offsets[v + 1] = offsets[v] + neighborsOf.read(v);
    }
    final int[] neighbors = new int[offsets[masters]];
    final int[] weights = new int[neighbors.length];
    int kept = 0;
    for (int v = 0; v < masters; v++) {
      final int count = neighborsOf.read(v);
      final int[] read = neighborsOf.masters();
      Arrays.sort(read, 0, count);
      offsets[v] = kept;
      for (int i = 0; i < count; i++) {
        if (kept > offsets[v] && neighbors[kept - 1] == read[i]) {
          weights[kept - 1]++;
        } else if (read[i] != v) {
          neighbors[kept] = read[i];
          weights[kept++] = 1;
        }
      }
    }
    offsets[masters] = kept;
    return new CommunityGraph(
        offsets, Arrays.copyOf(neighbors, kept), Arrays.copyOf(weights, kept));
  }
}
