// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.cluster;

import io.graphember.client.GraphemberClient;
import io.graphember.spi.Cancellation;

/**
 * Which cluster a command works with.
 *
 * @param address a node of a running cluster; null for nodes in this process
 * @param nodes number of nodes to start in this process
 * @param verbose whether those nodes log their warnings
 */
public record ClusterChoice(String address, int nodes, boolean verbose) {
  /** A running cluster. */
  public static ClusterChoice connected(String address) {
    return new ClusterChoice(address, 0, false);
  }

  /** Nodes in this process. */
  public static ClusterChoice embedded(int nodes, boolean verbose) {
    return new ClusterChoice(null, nodes, verbose);
  }

  /** True if the cluster ends with this process. */
  public boolean embedded() {
    return address == null;
  }

  /** Starts the nodes if they are ours, and connects. */
  public Connection connect(Cancellation cancellation) {
    if (!embedded()) {
      return new Connection(GraphemberClient.connect(address), null);
    }
    EmbeddedCluster cluster = EmbeddedCluster.start(nodes, verbose, cancellation);
    try {
      return new Connection(GraphemberClient.connect(cluster.address()), cluster);
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * A client, and the nodes that end with it.
   *
   * @param client the thin client
   * @param cluster nodes in this process, or null
   */
  public record Connection(GraphemberClient client, EmbeddedCluster cluster)
      implements AutoCloseable {
    @Override
    public void close() {
      try {
        client.close();
      } finally {
        if (cluster != null) {
          cluster.close();
        }
      }
    }
  }
}
