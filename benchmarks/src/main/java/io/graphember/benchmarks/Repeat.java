// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.chaos.ClusterPlan;
import io.graphember.benchmarks.chaos.Repetition;
import io.graphember.benchmarks.chaos.Violation;
import io.graphember.benchmarks.measure.BenchmarkReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code benchmarks/run repeat}: loads, jobs of every kind and drops again and again, and whether
 * nodes take more and more by it.
 */
@Command(
    name = "repeat",
    mixinStandardHelpOptions = true,
    description =
        "Repeats all kinds of work on a cluster of processes, and watches what they take.")
final class Repeat implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      defaultValue = "60",
      description = "Time in which repetitions begin.")
  private double minutes;

  @Option(names = "--nodes", defaultValue = "3", description = "Nodes, 3 to 5.")
  private int nodes;

  @Option(names = "--persistent", description = "Nodes keep their data on disk.")
  private boolean persistent;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Writes the report as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    final PrintWriter out = spec.commandLine().getOut();
    final Path folder = Files.createTempDirectory("graphember-repeat");
    final Repetition repetition = new Repetition(new ClusterPlan(nodes, persistent), folder, out);
    int code = 0;
    try {
      repetition.run(Duration.ofMillis((long) (minutes * 60_000)));
    } catch (Violation e) {
      out.printf("FAILED: %s; logs are in %s%n", e.getMessage(), folder);
      code = 1;
    }
    final BenchmarkReport report = new BenchmarkReport(repetition.measurements());
    report.print(out);
    if (json != null) {
      report.write(json);
    }
    return code;
  }
}
