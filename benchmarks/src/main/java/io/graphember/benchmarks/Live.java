// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.chaos.ClusterPlan;
import io.graphember.benchmarks.chaos.LiveRun;
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

/** {@code benchmarks/run live}: a graph that follows tables which change all the time. */
@Command(
    name = "live",
    mixinStandardHelpOptions = true,
    description =
        "Changes tables, predicts and trains on the graph that follows them, while a node is killed"
            + " and one added.")
final class Live implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(names = "--minutes", defaultValue = "30", description = "How long.")
  private double minutes;

  @Option(names = "--nodes", defaultValue = "3", description = "Nodes, 3 to 5.")
  private int nodes;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Writes the report as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws IOException {
    final PrintWriter out = spec.commandLine().getOut();
    final Path folder = Files.createTempDirectory("graphember-live");
    final LiveRun run = new LiveRun(new ClusterPlan(nodes, false), folder, out);
    int code = 0;
    try {
      run.run(Duration.ofMillis((long) (minutes * 60_000)));
    } catch (Violation e) {
      out.printf("FAILED: %s; logs are in %s%n", e.getMessage(), folder);
      code = 1;
    }
    final BenchmarkReport report = new BenchmarkReport(run.measurements());
    report.print(out);
    if (json != null) {
      report.write(json);
    }
    return code;
  }
}
