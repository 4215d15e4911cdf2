// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.catalog;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Json;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.entry.CatalogEntries;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The versions of graphs: entries {@code graph/NAME} of the catalog, oldest first, see {@link
 * GraphCatalog}. Safe for use by several threads and nodes.
 */
final class GraphVersions {
  private static final String GRAPH = "graph/";

  private final CatalogEntries entries;

  GraphVersions(CatalogEntries entries) {
    this.entries = entries;
  }

  /** Where the versions of a graph are. */
  static String path(String name) {
    return GRAPH + name;
  }

  /** True if something is there of a graph, whether it can be read or not. */
  boolean has(String name) {
    return entries.has(path(name));
  }

  /** The versions of a graph, oldest first. */
  List<GraphInfo> of(String name) {
    return entries.read(path(name), GraphVersions::parse).orElse(List.of());
  }

  /** What the text of a path says; nothing if it cannot be read. */
  List<GraphInfo> parsed(String path, String text) {
    return entries.parse(path, text, GraphVersions::parse).orElse(List.of());
  }

  private static List<GraphInfo> parse(String path, String text) {
    List<GraphInfo> versions = Json.read(text, new TypeReference<>() {});
    if (versions == null) {
      throw new IllegalArgumentException("it says nothing");
    }
    for (GraphInfo graph : versions) {
      if (graph == null
          || !path.equals(path(graph.name()))
          || graph.cache() == null
          || graph.vertexTypes() == null
          || graph.edgeTypes() == null
          || graph.classNames() == null) {
        throw new IllegalArgumentException("a version lacks its name, its cache or its types");
      }
    }
    return versions;
  }

  /** All versions of all graphs: by name, the current version last. */
  List<GraphInfo> all() {
    List<GraphInfo> graphs = new ArrayList<>();
    entries.below(GRAPH, GraphVersions::parse).values().forEach(graphs::addAll);
    graphs.sort(Comparator.comparing(GraphInfo::name).thenComparing(GraphInfo::version));
    return graphs;
  }

  /**
   * A version of a graph.
   *
   * @param version null for the current one
   * @throws GraphemberException with code {@link NodeError#GRAPH_UNKNOWN} or {@link
   *     NodeError#VERSION_UNKNOWN}
   */
  GraphInfo find(String name, @Nullable Long version) {
    List<GraphInfo> versions = of(name);
    if (versions.isEmpty()) {
      List<String> names = all().stream().map(GraphInfo::name).distinct().toList();
      throw new GraphemberException(
          NodeError.GRAPH_UNKNOWN,
          "graph.name = %s: no such graph is in the cluster, there %s."
              .formatted(name, names.isEmpty() ? "is none" : "are " + String.join(", ", names)));
    }
    return version == null
        ? current(versions)
        : versions.stream()
            .filter(graph -> graph.version() == version)
            .findFirst()
            .orElseThrow(() -> unknown(name, version, versions));
  }

  private static GraphemberException unknown(String name, long version, List<GraphInfo> versions) {
    return new GraphemberException(
        NodeError.VERSION_UNKNOWN,
        "graph.version = %d: graph %s has no such version, there %s %s."
            .formatted(
                version,
                name,
                versions.size() == 1 ? "is" : "are",
                versions.stream()
                    .map(graph -> String.valueOf(graph.version()))
                    .collect(Collectors.joining(", "))));
  }

  private static GraphInfo current(List<GraphInfo> versions) {
    return versions.get(versions.size() - 1);
  }

  /**
   * Refuses to add to a version that is not the current one.
   *
   * @throws GraphemberException with code {@link NodeError#GRAPH_CHANGED}
   */
  static void requireCurrent(String name, List<GraphInfo> versions, long base) {
    if (versions.isEmpty() || current(versions).version() != base) {
      throw new GraphemberException(
          NodeError.GRAPH_CHANGED,
          "graph.add: version %d of graph %s is not the current one any more; load again to add to the one that is."
              .formatted(base, name));
    }
  }
}
