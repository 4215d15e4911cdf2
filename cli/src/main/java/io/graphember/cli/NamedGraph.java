// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.config.NearestName;
import io.graphember.ignite.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.List;

/** A graph that the command line names. */
final class NamedGraph {
  private NamedGraph() {}

  /**
   * The graph.
   *
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN}
   */
  static GraphInfo find(GraphemberClient client, String name) {
    return client.graphs().stream()
        .filter(graph -> graph.name().equals(name))
        .findFirst()
        .orElseThrow(() -> unknown(client, name));
  }

  static GraphemberException unknown(GraphemberClient client, String name) {
    List<String> names = client.graphs().stream().map(GraphInfo::name).toList();
    String rule =
        NearestName.of(name, names)
            .map(nearest -> "did you mean %s?".formatted(nearest))
            .orElse(names.isEmpty() ? "there is none." : "there is %s.".formatted(join(names)));
    return new GraphemberException(
        NodeError.GRAPH_UNKNOWN,
        "NAME = %s: no such graph is in the cluster, %s".formatted(name, rule));
  }

  private static String join(List<String> names) {
    return String.join(", ", names);
  }
}
