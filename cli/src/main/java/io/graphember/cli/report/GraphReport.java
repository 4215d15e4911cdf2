// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.HistogramPlot;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.client.api.GraphInfo;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Graphs of a cluster for people: all of them in a table, or one with all that is known of it. */
public final class GraphReport extends Report {
  private static final int SHOWN_CLASSES = 12;
  private static final int BAR_WIDTH = 50;

  private GraphReport() {}

  /** One line for each graph. */
  public static GraphReport all(List<GraphInfo> graphs) {
    GraphReport report = new GraphReport();
    if (graphs.isEmpty()) {
      report.add("There is no graph in the cluster.");
      return report;
    }
    TextTable table =
        new TextTable()
            .row("graph", "version", "vertices", "edges", "partitions", "features", "classes");
    for (GraphInfo graph : graphs) {
      table.row(
          graph.name(),
          Figures.count(graph.version()),
          Figures.count(graph.vertices()),
          Figures.count(graph.edges()),
          Figures.count(graph.partitions()),
          TypeTables.counts(graph, GraphInfo.Vertices::featureDim),
          TypeTables.counts(graph, type -> type.classNames().size()));
    }
    table.lines().forEach(report::add);
    return report;
  }

  /** All that is known of a graph. */
  public static GraphReport of(GraphInfo graph) {
    GraphReport report = new GraphReport();
    report.add("Graph", "%s, version %d".formatted(graph.name(), graph.version()));
    report.add("Vertices", Figures.count(graph.vertices()));
    report.add(
        "Edges",
        Figures.count(graph.edges())
            + (graph.skippedEdges() == 0
                ? ""
                : ", and %s skipped: an end is no vertex"
                    .formatted(Figures.count(graph.skippedEdges()))));
    if (graph.heldOutEdges() > 0) {
      report.add(
          "Held out",
          Figures.count(graph.heldOutEdges(), "edge") + ", to be predicted, not among these");
    }
    report.add(
        "Partitions", "%s by %s".formatted(Figures.count(graph.partitions()), graph.partitioner()));
    Optional.ofNullable(graph.partitionerReason())
        .ifPresent(reason -> report.add("", "chosen since " + reason));
    graph
        .sealedVersion()
        .ifPresent(
            base ->
                report.add(
                    "",
                    "the last has what was added to version %d: %s vertices, %s edges"
                        .formatted(
                            base.version(),
                            Figures.count(graph.vertices() - base.vertices()),
                            Figures.count(graph.edges() - base.edges()))));
    report.add(
        "",
        "replication factor %s, vertex balance %s, edge balance %s"
            .formatted(
                Figures.ratio(graph.replicationFactor()),
                Figures.ratio(graph.vertexBalance()),
                Figures.ratio(graph.edgeBalance())));
    if (graph.exchangedBytes() > 0) {
      report.add(
          "",
          "cut where its edges were, %.1f bytes an edge exchanged between nodes"
              .formatted((double) graph.exchangedBytes() / Math.max(1, graph.edges())));
    }
    report.schema(graph);
    report.add("Splits", SplitSpreads.lines(graph));
    report.add(
        "Memory",
        "%s on all nodes together while a job runs"
            .formatted(Figures.bytes(graph.slabBytes().stream().mapToLong(Long::longValue).sum())));
    report.add("Cache", graph.cache());
    report.degrees(graph.inDegrees());
    return report;
  }

  /** What vertices carry: for a graph of one type in lines, for several in tables. */
  private void schema(GraphInfo graph) {
    if (!TypeTables.needed(graph)) {
      GraphInfo.Vertices type = graph.vertexTypes().get(0);
      add("Keys", TypeTables.keys(type.keys()));
      add(
          "Features",
          type.featureDim() == 0
              ? "none"
              : Figures.count(type.featureDim())
                  + (graph.featurePrecision().half() ? ", stored as " + precision(graph) : ""));
      add("Classes", classes(type.classNames()));
      return;
    }
    add("Schema", TypeTables.vertices(graph));
    add("", TypeTables.edges(graph.edgeTypes()));
    if (graph.featurePrecision().half()) {
      add("Features", "of vertices stored as " + precision(graph));
    }
  }

  private static String precision(GraphInfo graph) {
    return graph.featurePrecision().name().toLowerCase(Locale.ROOT)
        + (graph.rowPrecision().half() ? "" : " where they are dense");
  }

  /** Vertices by the number of edges that end at them. */
  private void degrees(List<Long> counts) {
    long[] vertices = counts.stream().mapToLong(Long::longValue).toArray();
    add(
        "In-degrees",
        HistogramPlot.lines(HistogramPlot.doubling(vertices.length), vertices, BAR_WIDTH));
  }

  private static String classes(List<String> names) {
    if (names.isEmpty()) {
      return "none";
    }
    String shown = String.join(", ", names.subList(0, Math.min(SHOWN_CLASSES, names.size())));
    return "%s: %s%s"
        .formatted(Figures.count(names.size()), shown, names.size() > SHOWN_CLASSES ? ", ..." : "");
  }
}
