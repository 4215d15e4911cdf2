// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.job.ResumedRun;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.JsonReport;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.report.TextReport;
import io.graphember.cli.view.Console;
import io.graphember.cli.view.ProgressView;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code resume}. */
@Command(
    name = "resume",
    description = {
      "Goes on with a job that failed, was cancelled, or was lost with all nodes of its cluster.",
      "",
      "The job goes on from its last checkpoint and comes to the same result as one that was not "
          + "interrupted; without a checkpoint it begins anew. With --set it is a new job, which begins with "
          + "that checkpoint: its name, its epochs and its learning rate may change."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember resume 12",
      "  graphember resume 12 --connect 10.0.0.5:10800 --json cora.json",
      "  graphember resume 12 --set training.epochs=200 --set name=cora-longer"
    })
public final class ResumeCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(
      paramLabel = "ID",
      description = "Number of the job, as 'results' lists its checkpoint.")
  private long id;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Change a setting of the job, for example training.epochs=200.")
  private List<String> changes = List.of();

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the report there too.")
  private @Nullable Path json;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public ResumeCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (ReportFile out = ReportFile.open(json)) {
      new ResumedRun(id, changes, ProgressView.of(console), cancellation)
          .execute(connect.settings(console, cancellation), outcome -> report(outcome, out));
    }
    return 0;
  }

  private void report(JobOutcome outcome, ReportFile out) {
    TextReport.of(outcome, Optional.empty()).print(console.out());
    out.write(JsonReport.of(outcome, Optional.empty()));
  }
}
