// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.board;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.node.ClusterInfo;
import io.graphember.client.api.node.NodeInfo;
import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a board shows of a cluster: what any client with the same rights may ask.
 *
 * @param cluster versions of the node that answers
 * @param nodes the server nodes, and what runs on them; null if the user may not administer
 * @param graphs all versions of the graphs
 * @param jobs the latest jobs, the oldest first, and at the end those that wait
 */
record BoardState(
    ClusterInfo cluster, @Nullable List<NodeInfo> nodes, List<Graph> graphs, List<JobInfo> jobs) {
  /**
   * A version of a graph.
   *
   * @param name its name
   * @param version its version
   * @param vertices number of vertices
   * @param edges number of edges
   * @param partitions number of partitions
   * @param slabBytes memory that a job which opens it takes on all nodes together
   */
  record Graph(
      String name, long version, long vertices, long edges, int partitions, long slabBytes) {
    private static Graph of(GraphInfo graph) {
      return new Graph(
          graph.name(),
          graph.version(),
          graph.vertices(),
          graph.edges(),
          graph.partitions(),
          graph.slabBytes().stream().mapToLong(bytes -> bytes).sum());
    }
  }

  /** Asks the cluster. */
  static BoardState of(GraphemberClient client) {
    return new BoardState(
        client.cluster(),
        nodes(client),
        client.graphs().stream().map(Graph::of).toList(),
        client.jobs());
  }

  private static @Nullable List<NodeInfo> nodes(GraphemberClient client) {
    try {
      return client.nodes();
    } catch (GraphemberException e) {
      if (e.is(NodeError.NOT_PERMITTED)) {
        return null;
      }
      throw e;
    }
  }
}
