// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.layerwise;

import io.graphember.graph.store.PartitionTopology;

/**
 * The in-neighbours of vertices of all partitions, and coefficients of a normalised sum. Immutable;
 * safe for any thread.
 */
final class NeighborLists {
  private final PartitionTopology[] topologies;
  private final float[][] norms; // null without normalised sums

  /**
   * Lists of all partitions.
   *
   * @param normalized true for {@link #norm}; takes 4 bytes a vertex
   */
  NeighborLists(PartitionTopology[] topologies, boolean normalized) {
    this.topologies = topologies;
    norms = normalized ? new float[topologies.length][] : null;
    for (int p = 0; normalized && p < norms.length; p++) {
      norms[p] = new float[topologies[p].vertices()];
      for (int v = 0; v < norms[p].length; v++) {
        norms[p][v] = (float) (1 / Math.sqrt(topologies[p].inDegree(v) + 1.0));
      }
    }
  }

  PartitionTopology topology(int partition) {
    return topologies[partition];
  }

  /** Neighbours of a vertex in a partition. */
  int degree(int partition, int local) {
    return topologies[partition].in().lists().degree(local);
  }

  /** {@code 1 / sqrt(d + 1)} with the in-degree in the whole graph (GCN, equation 2). */
  float norm(int partition, int local) {
    return norms[partition][local];
  }

  /** Copies the neighbours of a vertex; how many there are. */
  int copy(int partition, int local, int[] target, int at) {
    return topologies[partition].in().lists().copy(local, target, at);
  }
}
