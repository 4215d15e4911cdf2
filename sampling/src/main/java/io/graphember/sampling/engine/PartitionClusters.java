// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.schema.VertexAttributes;
import io.graphember.spi.batch.ClusterMethod;
import java.util.Arrays;

/**
 * Clusters of the masters of a partition, numbered from 0 on. 8 bytes a master and up to 8 for the
 * names of clusters that are given; immutable; any thread.
 */
public final class PartitionClusters {
  private static final int NONE = -1;

  private final int[] clusterOf; // NONE for none
  private final long[] names; // of each cluster that is given, ascending
  private final int[] starts;
  private final int[] members; // cluster by cluster, ascending

  private PartitionClusters(int[] clusterOf, long[] names) {
    this.clusterOf = clusterOf;
    this.names = names;
    starts = new int[Arrays.stream(clusterOf).max().orElse(-1) + 2];
    int size = 0;
    for (int cluster : clusterOf) {
      if (cluster >= 0) {
        starts[cluster + 1]++;
        size++;
      }
    }
    members = new int[size];
    for (int c = 1; c < starts.length; c++) {
      starts[c] += starts[c - 1];
    }
    int[] next = starts.clone();
    for (int v = 0; v < clusterOf.length; v++) {
      if (clusterOf[v] >= 0) {
        members[next[clusterOf[v]]++] = v;
      }
    }
  }

  /** Clusters that are found. */
  static PartitionClusters of(PartitionTopology topology, ClusterMethod method, int most) {
    final int[] found =
        switch (method) {
          case LABEL_PROPAGATION -> LabelPropagation.clusters(topology, most);
          case LOUVAIN -> PartitionCommunities.clusters(topology, most);
        };
    return new PartitionClusters(found, new long[0]);
  }

  /** Bytes that finding them takes beside them. */
  static long scratchBytes(PartitionTopology topology, ClusterMethod method) {
    return switch (method) {
      case LABEL_PROPAGATION -> LabelPropagation.estimateBytes(topology.masters());
      case LOUVAIN -> PartitionCommunities.estimateBytes(topology.masters(), topology.edges());
    };
  }

  /**
   * Clusters that are given.
   *
   * @param given name of the cluster of each master, {@link VertexAttributes#UNKNOWN} for none
   */
  static PartitionClusters given(long[] given) {
    final long[] names =
        Arrays.stream(given)
            .filter(name -> name != VertexAttributes.UNKNOWN)
            .sorted()
            .distinct()
            .toArray();
    int[] clusterOf = new int[given.length];
    for (int v = 0; v < given.length; v++) {
      clusterOf[v] =
          given[v] == VertexAttributes.UNKNOWN ? NONE : Arrays.binarySearch(names, given[v]);
    }
    return new PartitionClusters(clusterOf, names);
  }

  /** Bytes that {@link #given} takes. */
  static long givenBytes(long masters) {
    return 20 * masters;
  }

  /** The cluster of a name; negative if no master is in it. */
  public int named(long name) {
    return Arrays.binarySearch(names, name);
  }

  /** Name of the cluster of a master, {@link VertexAttributes#UNKNOWN} for none. */
  public long nameOf(int master) {
    return clusterOf[master] == NONE ? VertexAttributes.UNKNOWN : names[clusterOf[master]];
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
