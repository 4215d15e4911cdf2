// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.Adjacency;
import io.graphember.graph.store.PartitionTopology;

/**
 * Masters of a partition at the other ends of a master's edges, those of both directions. Used by
 * one thread.
 */
final class MasterNeighbors {
  private final Adjacency in;
  private final Adjacency out;
  private final int count;
  private int[] masters = new int[64];

  MasterNeighbors(PartitionTopology topology) {
    in = topology.in().lists();
    out = topology.out().lists();
    count = topology.masters();
  }

  /** Reads those of a master; how many. One comes as often as there are edges to it. */
  int read(int vertex) {
    final int degree = in.degree(vertex) + out.degree(vertex);
    if (masters.length < degree) {
      masters = new int[degree + degree / 2];
    }
    final int ins = in.copy(vertex, masters, 0);
    out.copy(vertex, masters, ins);
    int kept = 0;
    for (int i = 0; i < degree; i++) {
      masters[kept] = masters[i];
      kept += masters[i] < count ? 1 : 0;
    }
    return kept;
  }

  /** What was read last. */
  int[] masters() {
    return masters;
  }
}
