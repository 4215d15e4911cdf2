// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.PartitionTopology;
import java.util.Arrays;

/** Clusters of the masters of a partition. 8 bytes a master; immutable; any thread. */
public final class PartitionClusters {
  private final int[] clusterOf;
  private final int[] starts;
  private final int[] members; // cluster by cluster, ascending

  private PartitionClusters(int[] clusterOf) {
    this.clusterOf = clusterOf;
    starts = new int[Arrays.stream(clusterOf).max().orElse(-1) + 2];
    members = new int[clusterOf.length];
    for (int cluster : clusterOf) {
      starts[cluster + 1]++;
    }
    for (int c = 1; c < starts.length; c++) {
      starts[c] += starts[c - 1];
    }
    int[] next = starts.clone();
    for (int v = 0; v < members.length; v++) {
      members[next[clusterOf[v]]++] = v;
    }
  }

  static PartitionClusters of(PartitionTopology topology, int most) {
    return new PartitionClusters(LabelPropagation.clusters(topology, most));
  }

  /** How many. */
  public int count() {
    return starts.length - 1;
  }

  /** The cluster of a master. */
  public int clusterOf(int master) {
    return clusterOf[master];
  }

  /** Masters of a cluster, ascending. */
  public int[] members(int cluster) {
    return Arrays.copyOfRange(members, starts[cluster], starts[cluster + 1]);
  }
}
