// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.Adjacency;
import io.graphember.graph.store.PartitionTopology;
import java.util.Arrays;

/**
 * Finds clusters of the masters of a partition by label propagation (Raghavan, Albert, Kumara,
 * Phys. Rev. E 76, 2007): every vertex starts with a label of its own and takes, again and again,
 * the one that most of its neighbours have; here only one with room, so that no cluster is larger
 * than asked for. What is left of small clusters is put together afterwards. Edges that lie in
 * other partitions are not looked at. O(rounds edges); deterministic.
 */
final class LabelPropagation {
  private static final int ROUNDS = 10;

  private final PartitionTopology topology;
  private final int most;
  private final int[] labels;
  private final int[] sizes;
  private final int[] votes; // of each label, for one vertex at a time
  private int[] neighbors = new int[64];

  private LabelPropagation(PartitionTopology topology, int most) {
    this.topology = topology;
    this.most = most;
    labels = new int[topology.masters()];
    Arrays.setAll(labels, v -> v);
    sizes = new int[labels.length];
    Arrays.fill(sizes, 1);
    votes = new int[labels.length];
  }

  /** Bytes of scratch and result, at most. */
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
    return found.packed();
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
    final int count = copyNeighbors(vertex);
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

  /** Masters at the other ends of a vertex's edges, of both directions. */
  private int copyNeighbors(int vertex) {
    Adjacency in = topology.in().lists();
    Adjacency out = topology.out().lists();
    final int degree = in.degree(vertex) + out.degree(vertex);
    if (neighbors.length < degree) {
      neighbors = new int[degree + degree / 2];
    }
    final int ins = in.copy(vertex, neighbors, 0);
    out.copy(vertex, neighbors, ins);
    int kept = 0;
    for (int i = 0; i < degree; i++) {
      neighbors[kept] = neighbors[i];
      kept += neighbors[i] < labels.length ? 1 : 0;
    }
    return kept;
  }

  /** Numbers without gaps; clusters that fit into one together are one. */
  private int[] packed() {
    int[] numbers = new int[labels.length];
    Arrays.fill(numbers, -1);
    int clusters = -1;
    int room = 0; // in the last one that small ones are put into
    int open = -1;
    for (int v = 0; v < labels.length; v++) {
      final int label = labels[v];
      if (numbers[label] < 0) {
        final boolean small = sizes[label] <= most / 2;
        if (!small || sizes[label] > room) {
          clusters++;
          open = small ? clusters : open;
          room = small ? most : room;
        }
        numbers[label] = small ? open : clusters;
        room -= small ? sizes[label] : 0;
      }
    }
    int[] result = new int[labels.length];
    Arrays.setAll(result, v -> numbers[labels[v]]);
    return result;
  }
}
