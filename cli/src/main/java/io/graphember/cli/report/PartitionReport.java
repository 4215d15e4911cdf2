// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.partition.PartitionOutcome;
import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.partition.PartitionQuality;
import io.graphember.partition.load.PartitionTrial;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** A cut for people, as lines, and for programs, as a map. */
public final class PartitionReport extends Report {
  private static final int SHOWN_PARTITIONS = 16;

  private final PartitionOutcome outcome;
  private final PartitionTrial.Summary summary;
  private final PartitionQuality quality;

  /** A report of a run. */
  public PartitionReport(PartitionOutcome outcome) {
    this.outcome = outcome;
    summary = outcome.summary();
    quality = summary.quality();
    cut();
  }

  /** What {@code --json} writes; the fields are described in docs/user/partitioning.md. */
  public Map<String, Object> toJson() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("command", "partition");
    report.put("partitioner", outcome.partitioner().name());
    report.put("options", outcome.partitioner().options());
    summary
        .choice()
        .ifPresent(
            choice -> {
              report.put("chosen", choice.name());
              report.put("reason", choice.reason());
            });
    report.put("partitions", summary.partitions().length);
    report.put("threads", outcome.threads());
    report.put("vertices", summary.vertices());
    report.put("connectedVertices", summary.connected());
    report.put("edges", summary.edges());
    report.put("replicationFactor", quality.replicationFactor());
    report.put("vertexBalance", ReportFile.finite(quality.vertexBalance()));
    report.put("edgeBalance", ReportFile.finite(quality.edgeBalance()));
    report.put("masterBalance", ReportFile.finite(outcome.masterBalance()));
    report.put("interiorShare", outcome.interiorShare());
    report.put("remoteShare", summary.remoteShare());
    report.put("modularity", summary.modularity());
    report.put("suggestedPartitions", outcome.suggestedPartitions());
    report.put("seconds", outcome.seconds());
    report.put("cutSeconds", outcome.cutSeconds());
    report.put("peakBytes", outcome.peakBytes());
    report.put("peakBytesPerEdge", outcome.peakBytesPerEdge());
    List<Map<String, Object>> parts = new ArrayList<>();
    for (int p = 0; p < summary.partitions().length; p++) {
      PartitionTrial.Partition partition = summary.partitions()[p];
      Map<String, Object> part = new LinkedHashMap<>();
      part.put("vertices", partition.vertices());
      part.put("edges", partition.edges());
      part.put("masters", partition.masters());
      part.put("interior", partition.interior());
      part.put("topologyBytes", outcome.topologyBytes(p));
      parts.add(part);
    }
    report.put("parts", parts);
    return report;
  }

  private void cut() {
    add(
        "Graph",
        "%s vertices and %s without edges, %s, each counted once"
            .formatted(
                Figures.count(summary.connected()),
                Figures.count(summary.vertices() - summary.connected()),
                Figures.count(summary.edges(), "edge")));
    add(
        "Partitions",
        "%d by %s%s"
            .formatted(
                summary.partitions().length,
                outcome.partitioner().name(),
                outcome.partitioner().options().isEmpty()
                    ? ""
                    : " " + outcome.partitioner().options()));
    summary.choice().ifPresent(choice -> add("", choice.name() + ", since " + choice.reason()));
    add(
        "",
        "replication factor %s, vertex balance %s, edge balance %s, master balance %s"
            .formatted(
                three(quality.replicationFactor()),
                three(quality.vertexBalance()),
                three(quality.edgeBalance()),
                three(outcome.masterBalance())));
    table();
    add(
        "Time",
        outcome.seconds().entrySet().stream()
            .map(phase -> phase.getKey() + " " + Figures.seconds(phase.getValue()))
            .collect(Collectors.joining(", ")));
    add(
        "Memory",
        "%s at most, %s an edge"
            .formatted(
                Figures.bytes(outcome.peakBytes()),
                Figures.bytes(Math.round(outcome.peakBytesPerEdge()))));
    meaning();
  }

  private void table() {
    TextTable table =
        new TextTable().row("partition", "vertices", "edges", "masters", "interior", "topology");
    for (int p = 0; p < Math.min(SHOWN_PARTITIONS, summary.partitions().length); p++) {
      PartitionTrial.Partition partition = summary.partitions()[p];
      table.row(
          Figures.count(p),
          Figures.count(partition.vertices()),
          Figures.count(partition.edges()),
          Figures.count(partition.masters()),
          Figures.count(partition.interior()),
          Figures.bytes(outcome.topologyBytes(p)));
    }
    add("", table.lines());
    if (summary.partitions().length > SHOWN_PARTITIONS) {
      add("", "and %d more".formatted(summary.partitions().length - SHOWN_PARTITIONS));
    }
  }

  /** What the figures mean for someone who will train on this graph. */
  private void meaning() {
    add(
        "Interior",
        "%s of the vertices have all their edges in one partition"
            .formatted(percent(outcome.interiorShare())));
    add(
        "Remote",
        "%s of a batch's neighbours have their row in another partition"
            .formatted(percent(summary.remoteShare())));
    add(
        "Modularity",
        "%s: edges between masters of one partition, less what chance would put there"
            .formatted(three(summary.modularity())));
    long most = 0;
    for (int p = 0; p < summary.partitions().length; p++) {
      most = Math.max(most, outcome.topologyBytes(p));
    }
    add(
        "A node",
        "needs up to %s a partition for topology, and 4 bytes a feature and master"
            .formatted(Figures.bytes(most)));
    add(
        "Try",
        "--partitions %d: a million edges a partition or more; a multiple of the number of nodes"
            .formatted(outcome.suggestedPartitions()));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String three(double ratio) {
    return String.format(Locale.ROOT, "%.3f", ratio);
  }
}
