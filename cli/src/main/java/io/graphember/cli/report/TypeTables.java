// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.TextTable;
import io.graphember.client.api.GraphInfo;
import io.graphember.schema.KeyKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** What the types of a graph have, type by type. */
final class TypeTables {
  private static final int MOST_EDGE_TYPES = 20;

  private TypeTables() {}

  /** True if counts of the graph as a whole do not say what its types have. */
  static boolean needed(GraphInfo graph) {
    return graph.vertexTypes().size() > 1 || graph.edgeTypes().size() > 1;
  }

  static List<String> vertices(GraphInfo graph) {
    TextTable table =
        new TextTable().row("vertex type", "vertices", "keys", "features", "labelled", "classes");
    for (GraphInfo.Vertices type : graph.vertexTypes()) {
      table.row(
          type.name(),
          Figures.count(type.count()),
          keys(type.keys()),
          Figures.count(type.featureDim()),
          Figures.count(type.labels()),
          Figures.count(type.classNames().size()));
    }
    return table.lines();
  }

  /** Of a graph with many edge types those with most edges. */
  static List<String> edges(List<GraphInfo.Edges> types) {
    TextTable table = new TextTable().row("edge type", "from", "to", "edges");
    final boolean all = types.size() <= MOST_EDGE_TYPES;
    (all ? types : largest(types))
        .forEach(
            type ->
                table.row(
                    type.name(), type.source(), type.destination(), Figures.count(type.count())));
    final List<String> lines = new ArrayList<>(table.lines());
    if (!all) {
      lines.add("and %d edge types with fewer edges".formatted(types.size() - MOST_EDGE_TYPES));
    }
    return lines;
  }

  private static List<GraphInfo.Edges> largest(List<GraphInfo.Edges> types) {
    return types.stream()
        .sorted(Comparator.comparingLong(GraphInfo.Edges::count).reversed())
        .limit(MOST_EDGE_TYPES)
        .toList();
  }

  /** A count of each vertex type, in their order. */
  static String counts(GraphInfo graph, ToLongFunction<GraphInfo.Vertices> count) {
    return graph.vertexTypes().stream()
        .map(type -> Figures.count(count.applyAsLong(type)))
        .collect(Collectors.joining(" + "));
  }

  static String keys(KeyKind kind) {
    return switch (kind) {
      case INT64 -> "integer";
      case STRING -> "text";
      case UUID -> "UUID";
    };
  }
}
