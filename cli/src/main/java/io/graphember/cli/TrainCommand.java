// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.job.JobFile;
import io.graphember.cli.job.JobRun;
import io.graphember.cli.report.JsonFile;
import io.graphember.cli.report.JsonReport;
import io.graphember.cli.report.TextReport;
import io.graphember.cli.view.Console;
import io.graphember.cli.view.ProgressView;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code train}. */
@Command(
    name = "train",
    description = {
      "Trains the model of a job file.",
      "",
      "Reads the graph that the file names, loads it into a cluster, trains, and leaves predictions"
          + " and embeddings in caches of the cluster. Without --connect the cluster is one node in"
          + " this process, and ends with it."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember train job.yaml",
      "  graphember train examples/jobs/cora-gcn.yaml --data data/cora --seeds 20 --json cora.json",
      "  graphember train job.yaml --set training.epochs=50 --set model.hidden=128",
      "  graphember train job.yaml --connect 10.0.0.5:10800"
    })
final class TrainCommand implements Callable<Integer> {
  private static final int MOST_SEEDS = 10_000;

  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Spec private CommandSpec spec;

  @Mixin private JobFileOptions file;

  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Train with the seeds 0 to N-1 and report mean and deviation.")
  private Integer seeds;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the report there too.")
  private Path json;

  @Option(
      names = "--connect",
      paramLabel = "HOST:PORT",
      description = "Use the cluster of this node instead of nodes in this process.")
  private String address;

  @Option(
      names = "--nodes",
      paramLabel = "N",
      description = "Nodes to start in this process, 1 to 16; 1 by default.")
  private Integer nodes;

  @Mixin private VerboseOption verbose;

  TrainCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    ClusterChoice cluster = cluster();
    if (seeds != null && (seeds < 1 || seeds > MOST_SEEDS)) {
      throw new ParameterException(
          spec.commandLine(), "--seeds = %d: must be 1 to %d".formatted(seeds, MOST_SEEDS));
    }
    logs.show(verbose.verbose());
    JobFile job = file.read();
    try (JsonFile out = JsonFile.open(json)) {
      new JobRun(job, seeds, ProgressView.of(console), cancellation)
          .onSeed(result -> console.out().println(TextReport.seedLine(result)))
          .execute(
              cluster,
              (outcome, client) -> {
                TextReport.of(outcome).print(console.out());
                out.write(JsonReport.of(outcome));
              });
    }
    return 0;
  }

  private ClusterChoice cluster() {
    if (address != null && nodes != null) {
      throw new ParameterException(
          spec.commandLine(), "--connect and --nodes exclude each other: leave one out");
    }
    if (address != null) {
      return ClusterChoice.connected(address);
    }
    return NodesOption.embedded(spec, nodes == null ? 1 : nodes, verbose.verbose());
  }
}
