// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.job.JobFile;
import io.graphember.cli.report.JsonFile;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that runs a job file: where it runs, and where its report goes. */
abstract class JobCommand implements Callable<Integer> {
  private static final int MOST_SEEDS = 10_000;

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

  JobCommand(Logs logs) {
    this.logs = logs;
  }

  @Override
  public final Integer call() {
    ClusterChoice cluster = cluster();
    if (seeds != null && (seeds < 1 || seeds > MOST_SEEDS)) {
      throw new ParameterException(
          spec.commandLine(), "--seeds = %d: must be 1 to %d".formatted(seeds, MOST_SEEDS));
    }
    logs.show(verbose.verbose());
    JobFile job = file.read();
    try (JsonFile out = JsonFile.open(json)) {
      run(job, seeds, cluster, out);
    }
    return 0;
  }

  /**
   * Runs the job and reports.
   *
   * @param seedCount seeds to run with, from 0 on; null for the one of the file
   */
  abstract void run(JobFile job, Integer seedCount, ClusterChoice cluster, JsonFile out);

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
