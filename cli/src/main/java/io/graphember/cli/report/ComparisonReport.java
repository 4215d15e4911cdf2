// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.partition.PartitionOutcome;
import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.partition.load.PartitionTrial;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Several cuts of one graph beside one another: for people as a table, for programs as a map. */
public final class ComparisonReport extends Report {
  private static final List<String> LEGEND =
      List.of(
          "replicas   of a vertex with edges, on average",
          "vertices, edges, masters   those of the largest partition over those of the smallest",
          "interior   vertices whose edges all lie in one partition",
          "remote     neighbours of a batch whose row is in another partition",
          "modularity   edges between masters of one partition, less what chance would put there",
          "cut        time of the cut alone; memory   the most that was planned for at once");

  private final List<PartitionOutcome> outcomes;

  /**
   * A report of runs.
   *
   * @param outcomes of one graph, one at least
   */
  public ComparisonReport(List<PartitionOutcome> outcomes) {
    this.outcomes = List.copyOf(outcomes);
    final PartitionTrial.Summary graph = outcomes.get(0).summary();
    add(
        "Graph",
        "%s vertices with edges, %s, each counted once"
            .formatted(Figures.count(graph.connected()), Figures.count(graph.edges(), "edge")));
    add("Partitions", Figures.count(graph.partitions().length));
    add("", table().lines());
    add("", LEGEND);
  }

  private TextTable table() {
    final TextTable table =
        new TextTable()
            .row(
                "partitioner",
                "replicas",
                "vertices",
                "edges",
                "masters",
                "interior",
                "remote",
                "modularity",
                "cut",
                "memory");
    for (PartitionOutcome outcome : outcomes) {
      table.row(
          outcome.partitioner().text()
              + outcome.summary().choice().map(choice -> ": " + choice.name()).orElse(""),
          three(outcome.summary().quality().replicationFactor()),
          three(outcome.summary().quality().vertexBalance()),
          three(outcome.summary().quality().edgeBalance()),
          three(outcome.masterBalance()),
          percent(outcome.interiorShare()),
          percent(outcome.summary().remoteShare()),
          three(outcome.summary().modularity()),
          Figures.seconds(outcome.cutSeconds()),
          Figures.bytes(outcome.peakBytes()));
    }
    return table;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String three(double ratio) {
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.3f", ratio) : "-";
  }

  /** What {@code --json} writes: the report of each cut, in the order in which they were asked. */
  public Map<String, Object> toJson() {
    final Map<String, Object> report = new LinkedHashMap<>();
    report.put("command", "partition");
    report.put(
        "compared",
        outcomes.stream().map(outcome -> new PartitionReport(outcome).toJson()).toList());
    return report;
  }
}
