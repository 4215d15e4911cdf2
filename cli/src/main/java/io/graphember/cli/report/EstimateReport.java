// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.SourceCount;
import io.graphember.graph.GraphSettings;
import io.graphember.graph.build.LoadEstimate;
import io.graphember.spi.partition.Partitioner;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a graph will take, for people. */
public final class EstimateReport {
  private static final String LINE = "%-12s%s";

  private final List<String> lines = new ArrayList<>();

  private EstimateReport() {}

  /** What a counted graph takes with these settings. */
  public static EstimateReport of(
      GraphSettings settings, Partitioner partitioner, SourceCount count) {
    LoadEstimate estimate = LoadEstimate.of(count.header(), count.size(), settings, partitioner);
    EstimateReport report = new EstimateReport();
    report.add(
        "Graph",
        "%s: %s vertices, %s edges%s"
            .formatted(
                settings.name(),
                Figures.count(Arrays.stream(count.size().vertices()).sum()),
                Figures.count(count.size().edges()),
                settings.symmetrize() ? ", their reverses beside them" : ""));
    report.add(
        "Loading",
        "%s of memory budget on the node that takes the load (%s of columns, %s to cut and place)"
            .formatted(
                Figures.bytes(estimate.loading()),
                Figures.bytes(estimate.staging()),
                Figures.bytes(estimate.building())));
    report.add(
        "Stored",
        "%s in the data regions of all nodes, for each copy (1 + backups)"
            .formatted(Figures.bytes(estimate.stored())));
    report.add(
        "Training",
        "%s of memory budget on all storage nodes together, while a job runs; and what the engine takes"
            .formatted(Figures.bytes(estimate.live())));
    report.add(
        "Settings", "GraphemberConfiguration.memoryBudgetBytes, DataRegionConfiguration.maxSize");
    return report;
  }

  private void add(String name, String text) {
    lines.add(LINE.formatted(name, text));
  }

  /** Prints it. */
  public void print(PrintStream out) {
    lines.forEach(out::println);
  }
}
