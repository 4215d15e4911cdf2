// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.partition;

/**
 * Takes a partitioner's answer.
 *
 * <p>Used by one thread at a time.
 */
public interface AssignmentSink {
  /**
   * Assigns the next edges, in the order of the {@link EdgeStream}; every edge exactly once.
   *
   * @param partitions partition of each edge, {@code 0 .. P - 1}
   * @param count how many entries of the array count
   */
  void assignEdges(int[] partitions, int count);

  /**
   * Names the master of a vertex; optional. A vertex without one gets the partition with the fewest
   * masters among those that hold its edges.
   *
   * @param vertex number of the vertex in the {@link EdgeStream}
   * @param partition {@code 0 .. P - 1}
   */
  void assignMaster(int vertex, int partition);
}
