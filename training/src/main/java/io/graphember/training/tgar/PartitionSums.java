// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.tgar;

import java.util.List;

/**
 * Adds up what all partitions of a graph contribute, in the order of their numbers, so that the sum
 * has the same bits on any number of nodes: a port. All nodes make the same calls in the same
 * order. Used by one thread of each node.
 */
public interface PartitionSums {
  /**
   * A sum.
   *
   * @param values float by float
   * @param metrics element by element
   */
  record Sum(float[] values, double[] metrics) {}

  /**
   * Adds up. Blocks until all partitions have come; bounded and cancellable.
   *
   * @param values of each partition of this node, in order; all of the same length
   * @param metrics likewise
   * @throws io.graphember.spi.error.GraphemberException cancelled, or another node is lost
   */
  Sum add(List<float[]> values, List<double[]> metrics);

  /** The sums of a node that has all partitions. */
  static PartitionSums alone() {
    return (values, metrics) -> {
      float[] sum = values.get(0).clone();
      double[] sumOfMetrics = metrics.get(0).clone();
      for (int p = 1; p < values.size(); p++) {
        for (int i = 0; i < sum.length; i++) {
          sum[i] += values.get(p)[i];
        }
        for (int i = 0; i < sumOfMetrics.length; i++) {
          sumOfMetrics[i] += metrics.get(p)[i];
        }
      }
      return new Sum(sum, sumOfMetrics);
    };
  }
}
