// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar.exchange;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;
import io.graphember.tgar.ComputedPartition;
import io.graphember.tgar.plan.Plan;
import java.util.Arrays;

/**
 * Which vertices of a partition are masters of mirrors elsewhere, and which are mirrors, as far as
 * they have edges that look at them. Both sides list the vertices by the number of the master, so
 * nothing but rows needs to be sent.
 */
final class MirrorLists {
  private final int[][] masters; // of this partition, by the partition of the mirrors
  private final int[][] mirrors; // in this partition, by the partition of the masters

  /**
   * Lists of a partition; O(vertices).
   *
   * @param ends {@link Plan#SOURCES}, {@link Plan#DESTINATIONS}, or both
   */
  MirrorLists(ComputedPartition partition, int partitions, int ends) {
    masters = masters(partition.topology(), partitions, ends);
    mirrors = mirrors(partition, partitions, ends);
  }

  /** Local numbers of masters that have mirrors in a partition, ascending. */
  int[] masters(int partition) {
    return masters[partition];
  }

  /** Local numbers of mirrors whose masters are in a partition, ascending. */
  int[] mirrors(int partition) {
    return mirrors[partition];
  }

  private static int[][] masters(PartitionTopology topology, int partitions, int ends) {
    ReplicaSets replicas = topology.replicas();
    final int last = replicas.offsets().get(topology.masters());
    Lists lists = new Lists(partitions);
    for (int pass = 0; pass < 2; pass++) {
      int master = 0;
      for (int entry = 0; entry < last; entry++) {
        while (replicas.offsets().get(master + 1) <= entry) {
          master++;
        }
        if (used(ends, replicas.inDegrees().get(entry), replicas.outDegrees().get(entry))) {
          lists.add(replicas.partitions().get(entry), master);
        }
      }
      lists.turn();
    }
    return lists.all;
  }

  private static int[][] mirrors(ComputedPartition partition, int partitions, int ends) {
    PartitionTopology topology = partition.topology();
    Lists lists = new Lists(partitions);
    for (int pass = 0; pass < 2; pass++) {
      for (int v = topology.masters(); v < topology.vertices(); v++) {
        if (used(ends, topology.in().lists().degree(v), topology.out().lists().degree(v))) {
          lists.add(Vid.partition(topology.vid(partition.number(), v)), v);
        }
      }
      lists.turn();
    }
    return lists.all;
  }

  private static boolean used(int ends, int inDegree, int outDegree) {
    return (ends & Plan.SOURCES) != 0 && outDegree > 0
        || (ends & Plan.DESTINATIONS) != 0 && inDegree > 0;
  }

  /** Lists that are counted in a first pass and filled in a second. */
  private static final class Lists {
    private final int[] counts;
    private int[][] all = {};

    Lists(int partitions) {
      counts = new int[partitions];
    }

    void add(int partition, int vertex) {
      if (all.length > 0) {
        all[partition][counts[partition]] = vertex;
      }
      counts[partition]++;
    }

    void turn() {
      if (all.length == 0) {
        all = new int[counts.length][];
        Arrays.setAll(all, q -> new int[counts[q]]);
        Arrays.fill(counts, 0);
      }
    }
  }
}
