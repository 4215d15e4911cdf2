// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks.chaos;

/**
 * What a cluster is made of. Of four nodes and more the last one stores nothing.
 *
 * @param nodes server nodes, 3 to 5
 * @param persistent whether they keep their data on disk
 */
public record ClusterPlan(int nodes, boolean persistent) {
  private static final int FEWEST = 3;
  private static final int MOST = 5;

  /**
   * Checks the number.
   *
   * @throws IllegalArgumentException if it is out of bounds
   */
  public ClusterPlan {
    if (nodes < FEWEST || nodes > MOST) {
      throw new IllegalArgumentException(
          "nodes = %d: must be from %d to %d.".formatted(nodes, FEWEST, MOST));
    }
  }

  /** Nodes that train and store nothing. */
  int trainerOnly() {
    return nodes > FEWEST ? 1 : 0;
  }

  /** Whether a node keeps partitions; one that joins does. */
  boolean stores(int node) {
    return trainerOnly() == 0 || node != nodes - 1;
  }

  int storageNodes() {
    return nodes - trainerOnly();
  }
}
