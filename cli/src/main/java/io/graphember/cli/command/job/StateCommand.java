// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.JobReport;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.view.Console;
import io.graphember.cli.view.JobView;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobState;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code job}. */
@Command(
    name = "job",
    description = {
      "Shows how far a job is, whoever has submitted it from wherever.",
      "",
      "With --follow its progress is shown until it has ended, and the exit code is that of the job."
          + " Ctrl-C ends that; the job goes on."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember job 12",
      "  graphember job 12 --follow --connect 10.0.0.5:10800",
      "  graphember job 12 --json job.json"
    })
public final class StateCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(paramLabel = "ID", description = "Number of the job, as 'jobs' lists it.")
  private long id;

  @Option(names = "--follow", description = "Show its progress until it has ended.")
  private boolean follow;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the state there too.")
  private @Nullable Path json;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public StateCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    try (ReportFile out = ReportFile.open(json);
        GraphemberClient client =
            GraphemberClient.connect(connect.settings(console, cancellation))) {
      final JobHandle job = client.job(id);
      final JobState state = follow ? followed(job) : job.state();
      JobReport.of(state).print(console.out());
      out.write(state);
      if (follow) {
        requireDone(state);
      }
    }
    return 0;
  }

  private JobState followed(JobHandle job) {
    try (JobView view = new JobView(ProgressView.of(console), "Training", true)) {
      return job.watch(view, view::lost, cancellation);
    }
  }

  /** The exit code is that of the job. */
  private void requireDone(JobState state) {
    switch (state.status()) {
      case DONE -> {}
      case FAILED -> {
        if (state.error() != null) {
          throw state.error().toException();
        }
      }
      case CANCELLED ->
          throw new GraphemberException(SpiError.CANCELLED, "Job %d was cancelled.".formatted(id));
      case QUEUED, RUNNING ->
          throw new GraphemberException(
              SpiError.CANCELLED,
              "Job %d goes on; graphember cancel %d cancels it.".formatted(id, id));
    }
  }
}
