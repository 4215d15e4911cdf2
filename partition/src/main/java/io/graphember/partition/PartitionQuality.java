// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition;

/**
 * What a vertex cut is worth, over vertices with at least one edge.
 *
 * @param replicationFactor {@code sum_p V_p / V}
 * @param vertexBalance {@code max_p V_p / min_p V_p}; infinite if a partition is empty
 * @param edgeBalance {@code max_p E_p / min_p E_p}; infinite if a partition is empty
 */
public record PartitionQuality(double replicationFactor, double vertexBalance, double edgeBalance) {
  /**
   * Measures a cut.
   *
   * @param vertices V, vertices with at least one edge
   * @param partitionVertices V_p of each partition
   * @param partitionEdges E_p of each partition
   */
  public static PartitionQuality of(
      long vertices, long[] partitionVertices, long[] partitionEdges) {
    long replicas = 0;
    for (long count : partitionVertices) {
      replicas += count;
    }
    return new PartitionQuality(
        vertices == 0 ? 1 : (double) replicas / vertices,
        balance(partitionVertices),
        balance(partitionEdges));
  }

  private static double balance(long[] counts) {
    long min = Long.MAX_VALUE;
    long max = 0;
    for (long count : counts) {
      min = Math.min(min, count);
      max = Math.max(max, count);
    }
    return max == 0 ? 1 : (double) max / min;
  }
}
