// SPDX-License-Identifier: Apache-2.0
package io.graphember.benchmarks;

import io.graphember.benchmarks.chaos.Campaign;
import io.graphember.benchmarks.chaos.ClusterPlan;
import io.graphember.benchmarks.chaos.Draw;
import io.graphember.benchmarks.chaos.Schedule;
import io.graphember.benchmarks.measure.BenchmarkReport;
import io.graphember.benchmarks.measure.Measurement;
import io.graphember.spi.CounterRandom;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * {@code benchmarks/run chaos}: work on a cluster of processes while faults happen to it, drawn
 * from a seed. Ends with 1 and a schedule that fails if anything is wrong, lost or left.
 */
@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description = "Tries to break a cluster of processes by faults that are drawn from a seed.")
final class Chaos implements Callable<Integer> {
  private static final int FEWEST_NODES = 3;
  private static final int SIZES = 3;

  /** With and without persistence. */
  enum Persistence {
    on,
    off,
    both
  }

  @Spec private CommandSpec spec;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of the schedule.")
  private long seed;

  @Option(
      names = "--minutes",
      defaultValue = "10",
      description = "Time in which rounds begin; half of it for each of --persistence both.")
  private double minutes;

  @Option(
      names = "--persistence",
      defaultValue = "both",
      description = "Whether nodes keep their data on disk: ${COMPLETION-CANDIDATES}.")
  private Persistence persistence = Persistence.both;

  @Option(names = "--nodes", description = "Nodes, 3 to 5; drawn from the seed without it.")
  private @Nullable Integer nodes;

  @Option(
      names = "--schedule",
      description = "Rounds to run instead of drawn ones, as a failure prints them.")
  private @Nullable String schedule;

  @Option(names = "--logs", description = "Folder for the logs of nodes; a new one without it.")
  private @Nullable Path logs;

  @Option(names = "--no-shrink", description = "Leaves a failing schedule as it is.")
  private boolean whole;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Writes the report as JSON.")
  private @Nullable Path json;

  @Override
  public Integer call() throws Exception {
    final PrintWriter out = spec.commandLine().getOut();
    final Path folder = logs == null ? Files.createTempDirectory("graphember-chaos") : logs;
    final List<Measurement> rows = new ArrayList<>();
    int failures = 0;
    for (boolean persistent :
        persistence == Persistence.both
            ? new boolean[] {false, true}
            : new boolean[] {persistence == Persistence.on}) {
      final ClusterPlan plan = new ClusterPlan(size(), persistent);
      final Campaign campaign =
          new Campaign(plan, folder.resolve(persistent ? "persistent" : "memory"), out);
      final Optional<Schedule> failed = run(campaign, persistent);
      rows.addAll(campaign.tally().measurements(plan, failed.isPresent() ? 1 : 0));
      if (failed.isPresent()) {
        failures++;
        final Schedule shortest = whole ? failed.get() : campaign.shrink(failed.get());
        out.printf("Run it again by: %s%n", command(plan, shortest));
      }
    }
    final BenchmarkReport report = new BenchmarkReport(rows);
    report.print(out);
    if (json != null) {
      report.write(json);
    }
    return failures == 0 ? 0 : 1;
  }

  private int size() {
    return nodes == null
        ? FEWEST_NODES + CounterRandom.bounded(CounterRandom.bits(seed, 0), SIZES)
        : nodes;
  }

  private Optional<Schedule> run(Campaign campaign, boolean persistent) throws Exception {
    if (schedule != null) {
      return campaign.run(Schedule.parse(schedule));
    }
    final double share = persistence == Persistence.both ? minutes / 2 : minutes;
    return campaign.run(new Draw(seed, persistent), Duration.ofMillis((long) (share * 60_000)));
  }

  private static String command(ClusterPlan plan, Schedule schedule) {
    return "benchmarks/run chaos --nodes %d --persistence %s --schedule %s"
        .formatted(plan.nodes(), plan.persistent() ? "on" : "off", schedule);
  }
}
