// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.config.NearestName;
import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.List;

/** A graph that the command line names. */
public final class NamedGraph {
  private NamedGraph() {}

  /**
   * The graph.
   *
   * @param version null for the current version
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN} or {@link
   *     NodeError#VERSION_UNKNOWN}
   */
  public static GraphInfo find(GraphemberClient client, String name, Long version) {
    List<GraphInfo> versions = versions(client, name);
    return versions.stream()
        .filter(graph -> version == null || graph.version() == version)
        .reduce((older, newer) -> newer)
        .orElseThrow(() -> unknown(client, name, version));
  }

  /** True if the cluster has no version of a graph. */
  public static boolean isGone(GraphemberClient client, String name) {
    return versions(client, name).isEmpty();
  }

  private static List<GraphInfo> versions(GraphemberClient client, String name) {
    return client.graphs().stream().filter(graph -> graph.name().equals(name)).toList();
  }

  /** What is wrong with a graph that is not there, or has no such version. */
  public static GraphemberException unknown(GraphemberClient client, String name, Long version) {
    List<GraphInfo> versions = versions(client, name);
    if (version == null || versions.isEmpty()) {
      return unknown(client, name);
    }
    return new GraphemberException(
        NodeError.VERSION_UNKNOWN,
        "%s %d: graph %s has no such version, there is %s."
            .formatted(
                VersionOption.NAME,
                version,
                name,
                join(versions.stream().map(graph -> String.valueOf(graph.version())).toList())));
  }

  private static GraphemberException unknown(GraphemberClient client, String name) {
    List<String> names = client.graphs().stream().map(GraphInfo::name).distinct().toList();
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
