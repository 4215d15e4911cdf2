// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import java.util.Arrays;

/** What {@link BalancedGreedy} says that an edge costs in each partition of a cut as it is. */
public final class ReplicaPrices {
  private final double[] replicas; // of one that a partition lacks
  private final double[] edges;

  /**
   * The prices of a cut.
   *
   * @param partitionVertices V_p
   * @param partitionEdges E_p
   * @param allEdges E, edges there will be at the end
   */
  public ReplicaPrices(long[] partitionVertices, long[] partitionEdges, long allEdges) {
    final int partitions = partitionVertices.length;
    final double vertexPrice =
        BalancedGreedy.vertexPrice(Arrays.stream(partitionVertices).sum(), partitions);
    final double edgePrice = BalancedGreedy.edgePrice(partitions, allEdges);
    replicas = new double[partitions];
    edges = new double[partitions];
    for (int p = 0; p < partitions; p++) {
      replicas[p] = BalancedGreedy.replica(partitionVertices[p], vertexPrice);
      edges[p] = edgePrice * partitionEdges[p];
    }
  }

  /**
   * What an edge costs.
   *
   * @param lacking how many of its ends the partition lacks
   */
  public double cost(int partition, long lacking) {
    return lacking * replicas[partition] + edges[partition];
  }
}
