// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.option;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.config.NearestName;
import io.graphember.jobs.NodeError;
import io.graphember.spi.error.GraphemberException;
import java.util.List;
import java.util.Optional;

/** A graph that the command line names. */
public final class NamedGraph {
  private NamedGraph() {}

  /**
   * The current version of a graph.
   *
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN}
   */
  public static GraphInfo find(GraphemberClient client, String name) {
    return find(client, name, Optional.empty());
  }

  /**
   * The graph.
   *
   * @param version empty for the current version
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN} or {@link
   *     NodeError#VERSION_UNKNOWN}
   */
  public static GraphInfo find(GraphemberClient client, String name, Optional<Long> version) {
    List<GraphInfo> versions = versions(client, name);
    return versions.stream()
        .filter(graph -> version.isEmpty() || graph.version() == version.get())
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

  private static GraphemberException unknown(
      GraphemberClient client, String name, Optional<Long> version) {
    List<GraphInfo> versions = versions(client, name);
    return version.isEmpty() || versions.isEmpty()
        ? unknown(client, name)
        : unknown(name, version.get(), versions);
  }

  /** What is wrong with a graph that has no such version, or is not there. */
  public static GraphemberException unknown(GraphemberClient client, String name, long version) {
    return unknown(client, name, Optional.of(version));
  }

  private static GraphemberException unknown(String name, long version, List<GraphInfo> versions) {
    return new GraphemberException(
        NodeError.VERSION_UNKNOWN,
        "%s %d: graph %s has no such version, there is %s."
            .formatted(
                VersionOption.NAME,
                version,
                name,
                join(versions.stream().map(graph -> String.valueOf(graph.version())).toList())));
  }

  /** What is wrong with a graph that is not there. */
  public static GraphemberException unknown(GraphemberClient client, String name) {
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
