// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.export;

import io.graphember.client.GraphemberClient;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.Publication;
import java.util.Arrays;
import java.util.List;

/**
 * Names of the classes of published predictions, by their numbers. The graph has them; of one that
 * was dropped meanwhile, only the names of classes are known that something was predicted as.
 */
final class PublishedClassNames {
  private final String[] names; // null where not known

  private PublishedClassNames(String[] names) {
    this.names = names;
  }

  /**
   * Names as the graph has them, if it is there.
   *
   * @param graph name of the graph
   * @param classes how many there are
   */
  static PublishedClassNames of(
      GraphemberClient client, String graph, Publication publication, int classes) {
    return client.graphs().stream()
        .filter(info -> info.name().equals(graph))
        .filter(info -> info.version() == publication.graphVersion())
        .findAny()
        .map(info -> names(info, publication))
        .filter(names -> names.size() == classes)
        .map(names -> new PublishedClassNames(names.toArray(String[]::new)))
        .orElseGet(() -> unknown(classes));
  }

  /** Names that rows will say. */
  static PublishedClassNames unknown(int classes) {
    return new PublishedClassNames(new String[classes]);
  }

  /** Of edges those of the one type between their vertex types that has classes. */
  private static List<String> names(GraphInfo graph, Publication publication) {
    if (publication.others() == null) {
      return graph.vertexTypes().stream()
          .filter(type -> type.name().equals(publication.vertexType()))
          .findAny()
          .map(GraphInfo.Vertices::classNames)
          .orElse(List.of());
    }
    List<List<String>> names =
        graph.edgeTypes().stream()
            .filter(type -> type.source().equals(publication.vertexType()))
            .filter(type -> type.destination().equals(publication.others().vertexType()))
            .map(GraphInfo.Edges::classNames)
            .filter(classes -> !classes.isEmpty())
            .distinct()
            .toList();
    return names.size() == 1 ? names.get(0) : List.of();
  }

  /** Learns the name of the class that a row has. */
  void see(ResultRow row) {
    if (row.classIndex() < names.length) {
      names[row.classIndex()] = row.label();
    }
  }

  /** By number; null for a name that is not known. */
  List<String> names() {
    return Arrays.asList(names.clone());
  }
}
