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
    add(
        "Columns",
        List.of(
            "replicas a vertex; the largest partition over the smallest, in vertices, edges and"
                + " masters;",
            "vertices that one partition alone has; neighbours of a batch whose row is in another"
                + " partition;",
            "the time of the cut, and the most memory that was planned for"));
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
                "cut",
                "memory");
    for (PartitionOutcome outcome : outcomes) {
      table.row(
          outcome.partitioner().text(),
          three(outcome.summary().quality().replicationFactor()),
          three(outcome.summary().quality().vertexBalance()),
          three(outcome.summary().quality().edgeBalance()),
          three(outcome.masterBalance()),
          percent(outcome.interiorShare()),
          percent(outcome.summary().remoteShare()),
          Figures.seconds(outcome.cutSeconds()),
          Figures.bytes(outcome.peakBytes()));
    }
    return table;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String three(double ratio) {
    return String.format(Locale.ROOT, "%.3f", ratio);
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
