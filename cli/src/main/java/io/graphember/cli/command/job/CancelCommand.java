// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.report.JobReport;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.JobState;
import io.graphember.spi.Cancellation;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code cancel}. */
@Command(
    name = "cancel",
    description = {
      "Cancels a job that runs or waits, and waits for its end, which comes within seconds.",
      "",
      "Its last checkpoint stays, if it has written one: 'resume' goes on from it. A job that has"
          + " ended stays as it is."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  graphember cancel 12", "  graphember cancel 12 --connect 10.0.0.5:10800"})
public final class CancelCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(paramLabel = "ID", description = "Number of the job, as 'jobs' lists it.")
  private long id;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write its state there too.")
  private @Nullable Path json;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public CancelCommand(Console console, Cancellation cancellation, Logs logs) {
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
      final boolean ran = job.cancel();
      final JobState state = job.watch(seen -> {}, lost -> {}, cancellation);
      console
          .out()
          .println(
              "Job %d %s: %s."
                  .formatted(
                      id,
                      ran ? "has ended" : "had ended before",
                      JobReport.status(JobInfo.of(state))));
      if (state.keptStep() != null) {
        console
            .out()
            .println(
                "It can go on from step %,d: graphember resume %d".formatted(state.keptStep(), id));
      }
      console.out().flush();
      out.write(state);
    }
    return 0;
  }
}
