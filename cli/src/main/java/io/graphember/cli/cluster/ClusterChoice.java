// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.cluster;

import io.graphember.client.GraphemberClient;
import io.graphember.client.connect.ConnectionSettings;
import io.graphember.spi.Cancellation;
import java.util.Optional;

/**
 * Which cluster a command works with.
 *
 * @param running how to reach a running cluster; empty for nodes in this process
 * @param nodes number of nodes to start in this process
 * @param verbose whether those nodes log their warnings
 */
public record ClusterChoice(Optional<ConnectionSettings> running, int nodes, boolean verbose) {
  /** A running cluster. */
  public static ClusterChoice connected(ConnectionSettings running) {
    return new ClusterChoice(Optional.of(running), 0, false);
  }

  /** Nodes in this process. */
  public static ClusterChoice embedded(int nodes, boolean verbose) {
    return new ClusterChoice(Optional.empty(), nodes, verbose);
  }

  /** True if the cluster ends with this process. */
  public boolean embedded() {
    return running.isEmpty();
  }

  /** Starts the nodes if they are ours, and connects. */
  public Connection connect(Cancellation cancellation) {
    if (running.isPresent()) {
      return new Connection(GraphemberClient.connect(running.get()), Optional.empty());
    }
    EmbeddedCluster cluster = EmbeddedCluster.start(nodes, verbose, cancellation);
    try {
      return new Connection(GraphemberClient.connect(cluster.address()), Optional.of(cluster));
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /**
   * A client, and the nodes that end with it.
   *
   * @param client the thin client
   * @param cluster nodes in this process, if the cluster is ours
   */
  public record Connection(GraphemberClient client, Optional<EmbeddedCluster> cluster)
      implements AutoCloseable {
    @Override
    public void close() {
      try {
        client.close();
      } finally {
        cluster.ifPresent(EmbeddedCluster::close);
      }
    }
  }
}
