// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import io.graphember.graph.store.PartitionTopology;
import java.util.Arrays;

/**
 * Communities of the vertices of one partition by label propagation (Raghavan, Albert and Kumara,
 * "Near linear time algorithm to detect community structures in large-scale networks", 2007): a
 * vertex takes the label that most of its neighbours have, in either direction. As in
 * size-constrained label propagation (Meyerhenke, Sanders and Schulz, "Partitioning complex
 * networks via size-constrained clustering", 2014) a label is given to so many vertices only, or
 * the hubs of a graph without communities would take all.
 *
 * <p>Vertices are visited one after the other and labels change at once, those with few edges
 * first; the same on every run. O({@value #ROUNDS} (V + E)), 12 bytes a vertex.
 */
final class Communities {
  /** Enough for all but a few in a hundred vertices to keep their labels. */
  private static final int ROUNDS = 4;

  private final PartitionTopology topology;
  private final int most;
  private final int[] labels;
  private final int[] sizes; // vertices that have a label
  private final int[] counts; // neighbours that have it; 0 between two vertices
  private int[] neighbors = new int[1024];

  private Communities(PartitionTopology topology, int most) {
    this.topology = topology;
    this.most = most;
    labels = new int[topology.vertices()];
    Arrays.setAll(labels, local -> local);
    sizes = new int[labels.length];
    Arrays.fill(sizes, 1);
    counts = new int[labels.length];
  }

  /**
   * A label for each local vertex: the local number of a vertex of its community, or one that was.
   *
   * @param most vertices of a community
   */
  static int[] of(PartitionTopology topology, int most) {
    Communities communities = new Communities(topology, most);
    for (int round = 0; round < ROUNDS; round++) {
      for (int local = topology.vertices() - 1; local >= 0; local--) {
        communities.visit(local);
      }
    }
    return communities.labels;
  }

  /** Bytes that {@link #of} takes. */
  static long estimateBytes(int vertices) {
    return 12L * vertices;
  }

  private void visit(int local) {
    final int in = topology.in().lists().degree(local);
    final int degree = in + topology.out().lists().degree(local);
    neighbors = neighbors.length < degree ? new int[2 * degree] : neighbors;
    topology.in().lists().copy(local, neighbors, 0);
    topology.out().lists().copy(local, neighbors, in);
    for (int i = 0; i < degree; i++) {
      neighbors[i] = labels[neighbors[i]];
      counts[neighbors[i]]++;
    }
    final int best = best(labels[local], degree);
    for (int i = 0; i < degree; i++) {
      counts[neighbors[i]] = 0;
    }
    sizes[labels[local]]--;
    sizes[best]++;
    labels[local] = best;
  }

  /** The label that leads, the present one if none has more. */
  private int best(int present, int degree) {
    int best = present;
    for (int i = 0; i < degree; i++) {
      final int label = neighbors[i];
      if (counts[label] > counts[best] && sizes[label] < most) {
        best = label;
      }
    }
    return best;
  }
}
