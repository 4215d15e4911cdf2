// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.PartitionTopology;
import java.util.Arrays;

/**
 * Finds clusters of the masters of a partition by label propagation (Raghavan, Albert, Kumara,
 * Phys. Rev. E 76, 2007): every vertex starts with a label of its own and takes, again and again,
 * the one that most of its neighbours have; here only one with room, so that no cluster is larger
 * than asked for. Edges that lie in other partitions are not looked at. O(rounds edges);
 * deterministic.
 */
final class LabelPropagation {
  private static final int ROUNDS = 10;

  private final int most;
  private final int[] labels;
  private final int[] sizes;
  private final int[] votes; // of each label, for one vertex at a time
  private final MasterNeighbors neighborsOf;

  private LabelPropagation(PartitionTopology topology, int most) {
    this.most = most;
    labels = new int[topology.masters()];
    Arrays.setAll(labels, v -> v);
    sizes = new int[labels.length];
    Arrays.fill(sizes, 1);
    votes = new int[labels.length];
    neighborsOf = new MasterNeighbors(topology);
  }

  /** Bytes of scratch, at most. */
  static long estimateBytes(long masters) {
    return 5 * 4 * masters + 64;
  }

  /**
   * Finds clusters.
   *
   * @param most vertices of a cluster
   * @return number of each master's cluster, from 0 on without gaps
   */
  static int[] clusters(PartitionTopology topology, int most) {
    LabelPropagation found = new LabelPropagation(topology, most);
    for (int round = 0; round < ROUNDS && found.propagate(); round++) {
      // until nothing changes
    }
    return PackedClusters.of(found.labels, found.sizes, most);
  }

  /** One round; false if no label has changed. */
  private boolean propagate() {
    boolean changed = false;
    for (int v = 0; v < labels.length; v++) {
      final int best = best(v);
      if (best != labels[v]) {
        sizes[labels[v]]--;
        sizes[best]++;
        labels[v] = best;
        changed = true;
      }
    }
    return changed;
  }

  /** The label with room that most neighbours have; of equal ones its own, then the smallest. */
  private int best(int vertex) {
    final int count = neighborsOf.read(vertex);
    final int[] neighbors = neighborsOf.masters();
    for (int i = 0; i < count; i++) {
      votes[labels[neighbors[i]]]++;
    }
    int best = labels[vertex];
    for (int i = 0; i < count; i++) {
      final int label = labels[neighbors[i]];
      final boolean room = label == labels[vertex] || sizes[label] < most;
      final boolean more =
          votes[label] > votes[best]
              || votes[label] == votes[best] && best != labels[vertex] && label < best;
      best = room && more ? label : best;
    }
    for (int i = 0; i < count; i++) {
      votes[labels[neighbors[i]]] = 0;
    }
    return best;
  }
}
