// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.error.CliError;
import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.option.VersionText;
import io.graphember.cli.page.EmbeddingMap;
import io.graphember.cli.page.ReportPage;
import io.graphember.cli.report.ChromeTrace;
import io.graphember.cli.report.JsonReport;
import io.graphember.cli.report.Measure;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.view.Console;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.JobHandle;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Json;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code report}. */
@Command(
    name = "report",
    description = {
      "Writes a job's report as one HTML file, which a browser shows without a network.",
      "",
      "It has curves of loss and validation, the confusion matrix, the calibration of probabilities,"
          + " published embeddings in two dimensions, partitions, where time went, nodes, settings"
          + " and versions. Of a job that is not done it has what is known so far."
    },
    mixinStandardHelpOptions = true,
    versionProvider = VersionText.class,
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  graphember report 12",
      "  graphember report 12 -o cora.html --json cora.json --connect 10.0.0.5:10800"
    })
public final class ReportCommand implements Callable<Integer> {
  private final Console console;
  private final Cancellation cancellation;
  private final Logs logs;

  @Parameters(paramLabel = "ID", description = "Number of the job, as 'jobs' lists it.")
  private long id;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "OUT.html",
      description = "The file; job-ID.html by default.")
  private @Nullable Path output;

  @Option(
      names = "--json",
      paramLabel = "OUT.json",
      description = "Write the report of a job that is done there too, for scripts.")
  private @Nullable Path json;

  @Option(
      names = "--trace",
      paramLabel = "OUT.json",
      description =
          "Write the first steps of a job with training.observe.traceSteps, for a viewer of Chrome's"
              + " traces.")
  private @Nullable Path trace;

  @Mixin private ConnectionOptions connect;
  @Mixin private VerboseOption verbose;

  /** The command; it prints to a console. */
  public ReportCommand(Console console, Cancellation cancellation, Logs logs) {
    this.console = console;
    this.cancellation = cancellation;
    this.logs = logs;
  }

  @Override
  public Integer call() {
    logs.show(verbose.verbose());
    final Path file = output == null ? Path.of("job-%d.html".formatted(id)) : output;
    try (ReportFile page = ReportFile.open("--output", file);
        ReportFile script = ReportFile.open(json);
        ReportFile traced = ReportFile.open("--trace", trace);
        GraphemberClient client =
            GraphemberClient.connect(connect.settings(console, cancellation))) {
      final JobHandle job = client.job(id);
      final JobState state = job.state(Integer.MAX_VALUE);
      page.writeText(
          state.status() == JobState.Status.DONE
              ? done(client, job.result(), script, traced).text()
              : undone(job, script, traced).text());
      console.out().println("Report      " + file);
    }
    return 0;
  }

  private ReportPage done(
      GraphemberClient client, JobResult result, ReportFile script, ReportFile traced) {
    if (result.settings() == null) {
      throw new GraphemberException(
          CliError.REPORT_INCOMPLETE,
          "Job %d was done by Graphember 0.1, which did not keep the settings that a report needs: run it again for one."
              .formatted(id));
    }
    final JobSettings settings = settings(Json.write(result.settings()));
    final JobOutcome outcome =
        new JobOutcome(
            settings,
            false,
            false,
            List.of(result),
            Map.of(),
            List.of(),
            List.of(),
            Optional.empty());
    final JsonReport report = JsonReport.of(outcome, Optional.empty());
    if (traced.asked()) {
      requireTraced(result);
    }
    // All that may fail before the first file is written: none stays without the others.
    final ReportPage page =
        ReportPage.of(result, Measure.name(settings), report, EmbeddingMap.of(client, result));
    script.write(report);
    traced.writeText(ChromeTrace.of(result.traces()));
    return page;
  }

  private void requireTraced(JobResult result) {
    if (result.traces().isEmpty()) {
      throw new GraphemberException(
          CliError.REPORT_INCOMPLETE,
          "Job %d was not traced: run it with training.observe.traceSteps, for example 100."
              .formatted(id));
    }
  }

  private ReportPage undone(JobHandle job, ReportFile script, ReportFile traced) {
    if (script.asked() || traced.asked()) {
      throw new GraphemberException(
          CliError.REPORT_INCOMPLETE,
          "Job %d is not done, and --json and --trace have what is known at its end: leave them out, or write what is known now with 'graphember job %d --json'."
              .formatted(id, id));
    }
    final String settings = job.settings();
    return ReportPage.of(job.state(), Measure.name(settings(settings)), Json.object(settings));
  }

  private JobSettings settings(String text) {
    return JobFile.parse("job " + id, text, Path.of(""), null, List.of()).settings();
  }
}
