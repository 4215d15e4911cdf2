// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.partition.streaming.VertexReplicas;

/**
 * Chooses masters so that partitions have about as many: vertices choose in ascending order of
 * freedom (number of replicas), each the partition with the fewest masters among its own; isolated
 * ones come last and are free. A vertex whose master the partitioner named has no choice.
 *
 * <p>Vertices of a group choose the partition with the fewest masters of their group, of several
 * the one with the fewest masters of all. They choose after all that have no choice, old vertices
 * of a version among them, and before the vertices that are in no group, which even out the masters
 * of all. O(V + R) for R replicas, and P for each isolated vertex. Used by one thread.
 */
final class MasterChoice {
  private final PlacedEdges edges;
  private final VertexReplicas sets;
  private final MasterGroups groups;
  private final int partitions;
  private final int[] all; // masters of each partition
  private final int[][] ofGroups; // [groups, partitions]

  private MasterChoice(PlacedEdges edges, VertexReplicas sets, MasterGroups groups) {
    this.edges = edges;
    this.sets = sets;
    this.groups = groups;
    this.partitions = edges.partitions();
    this.all = new int[partitions];
    this.ofGroups = new int[groups.count()][partitions];
  }

  /**
   * Chooses.
   *
   * @param sets partitions with edges of each vertex, to which its master is added
   * @return partition of each vertex's master
   */
  static short[] of(PlacedEdges edges, VertexReplicas sets, MasterGroups groups) {
    return new MasterChoice(edges, sets, groups).choose();
  }

  private short[] choose() {
    short[] chosen = new short[edges.vertices()];
    for (int v : order()) {
      int group = groups.of(v);
      int[] counts = group == MasterGroups.NONE ? all : ofGroups[group];
      int best = named(v) ? edges.master(v) : fewest(v, counts);
      chosen[v] = (short) best;
      all[best]++;
      if (counts != all) {
        counts[best]++;
      }
      sets.add(v, best);
    }
    return chosen;
  }

  private boolean named(int vertex) {
    return edges.master(vertex) != EdgeAssignment.NO_MASTER;
  }

  /** Vertices by ascending turn, those of one turn by number. */
  private int[] order() {
    int[] starts = new int[2 * partitions + 2];
    int[] order = new int[edges.vertices()];
    for (int v = 0; v < order.length; v++) {
      starts[turn(v) + 1]++;
    }
    for (int t = 1; t < starts.length; t++) {
      starts[t] += starts[t - 1];
    }
    for (int v = 0; v < order.length; v++) {
      order[starts[turn(v)]++] = v;
    }
    return order;
  }

  /** When a vertex chooses: 0 to 2 P. */
  private int turn(int vertex) {
    int freedom = freedom(vertex);
    if (groups.count() == 0) {
      return freedom;
    }
    if (freedom == 0 || named(vertex)) {
      return 0;
    }
    return groups.of(vertex) == MasterGroups.NONE ? partitions + freedom : freedom;
  }

  /** 0 for a vertex in one partition, P for an isolated one. */
  private int freedom(int vertex) {
    int count = sets.count(vertex);
    return count == 0 ? partitions : count - 1;
  }

  private int fewest(int vertex, int[] counts) {
    int first = sets.next(vertex, 0);
    int best = Math.max(first, 0);
    if (first < 0) {
      for (int p = 1; p < partitions; p++) {
        best = fewer(counts, p, best) ? p : best;
      }
      return best;
    }
    for (int p = first; p >= 0; p = sets.next(vertex, p + 1)) {
      best = fewer(counts, p, best) ? p : best;
    }
    return best;
  }

  private boolean fewer(int[] counts, int partition, int other) {
    return counts[partition] == counts[other]
        ? all[partition] < all[other]
        : counts[partition] < counts[other];
  }
}
