// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.export.ResultExport;
import io.graphember.cli.export.ResultKind;
import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.report.JsonFile;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that runs a job file: where it runs, and where its report goes. */
abstract class JobCommand implements Callable<Integer> {
  final Console console;
  final Cancellation cancellation;
  private final Logs logs;

  @Spec private CommandSpec spec;

  @Mixin private JobFileOptions file;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the report there too.")
  private Path json;

  @Option(
      names = "--export",
      paramLabel = "DIR",
      description = "Write the published results to files in this folder too.")
  private Path exportFolder;

  @Mixin private ExportOptions exportOptions;

  @Mixin private ConnectionOptions connect;

  @Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description =
          "Wait so long for room in the cluster's data regions before the graph is refused; 0 by default.")
  private int waitSeconds;

  @Mixin private VerboseOption verbose;

  JobCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public final Integer call() {
    if (seeds() != null && exportFolder != null) {
      throw misused("--export and --seeds exclude each other: leave one out");
    }
    patience(); // what is wrong with the command is said before anybody is asked for a password
    ClusterChoice cluster = cluster(connect, verbose.verbose());
    logs.show(verbose.verbose());
    JobFile job = file.read();
    try (JsonFile out = JsonFile.open(json);
        ResultExport export = export()) {
      run(job, cluster, out, (outcome, client) -> write(export, outcome, client));
    }
    return 0;
  }

  /** How long the graph may wait for room. */
  final Duration patience() {
    if (waitSeconds < 0 || waitSeconds > Duration.ofDays(1).toSeconds()) {
      throw misused(
          "--wait = %d: give seconds from 0 to %d, a day"
              .formatted(waitSeconds, Duration.ofDays(1).toSeconds()));
    }
    return Duration.ofSeconds(waitSeconds);
  }

  /**
   * Where the job runs.
   *
   * @param verbose whether nodes in this process log their warnings
   */
  abstract ClusterChoice cluster(ConnectionOptions connect, boolean verbose);

  /** What was wrong with the arguments. */
  final ParameterException misused(String rule) {
    return new ParameterException(spec.commandLine(), rule);
  }

  /** Seeds to run with, from 0 on; null for the one of the file. */
  Integer seeds() {
    return null;
  }

  /**
   * Runs the job and reports.
   *
   * @param export writes the published results to files if that is asked for; called when all is
   *     reported, while the cluster is still there
   */
  abstract void run(
      JobFile job,
      ClusterChoice cluster,
      JsonFile out,
      BiConsumer<JobOutcome, GraphemberClient> export);

  private ResultExport export() {
    return exportFolder == null
        ? ResultExport.none()
        : exportOptions.open(exportFolder, EnumSet.allOf(ResultKind.class));
  }

  private void write(ResultExport export, JobOutcome outcome, GraphemberClient client) {
    Set<ResultKind> published = EnumSet.noneOf(ResultKind.class);
    outcome
        .first()
        .publications()
        .values()
        .forEach(publication -> published.add(ResultKind.of(publication.kind())));
    export.write(
        client,
        outcome.settings().graph().name(),
        outcome.settings().name(),
        published,
        console,
        cancellation);
  }
}
