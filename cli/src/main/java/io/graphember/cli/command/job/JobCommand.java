// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.command.job;

import io.graphember.cli.cluster.ClusterChoice;
import io.graphember.cli.connect.ConnectionOptions;
import io.graphember.cli.embedding.EmbeddingEvaluation;
import io.graphember.cli.embedding.EmbeddingScores;
import io.graphember.cli.error.CliError;
import io.graphember.cli.export.ResultExport;
import io.graphember.cli.export.ResultKind;
import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.job.JobRun;
import io.graphember.cli.job.JobWatcher;
import io.graphember.cli.option.ExportOptions;
import io.graphember.cli.option.JobFileOptions;
import io.graphember.cli.option.Logs;
import io.graphember.cli.option.VerboseOption;
import io.graphember.cli.page.EmbeddingMap;
import io.graphember.cli.page.ReportPage;
import io.graphember.cli.report.ChromeTrace;
import io.graphember.cli.report.JsonReport;
import io.graphember.cli.report.Measure;
import io.graphember.cli.report.ReportFile;
import io.graphember.cli.report.SeedLine;
import io.graphember.cli.report.TextReport;
import io.graphember.cli.tensorboard.TensorBoardRuns;
import io.graphember.cli.view.Console;
import io.graphember.cli.view.ProgressView;
import io.graphember.client.GraphemberClient;
import io.graphember.client.JobFile;
import io.graphember.client.api.JobResult;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.Job;
import io.graphember.training.job.TrainJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that runs a job file: where it runs, and where its report goes. */
abstract class JobCommand implements Callable<Integer> {
  private static final int TRACED_STEPS = 100;

  final Console console;
  final Cancellation cancellation;
  private final Logs logs;

  @Spec private CommandSpec spec;

  @Mixin private JobFileOptions file;

  @Option(names = "--json", paramLabel = "OUT.json", description = "Write the report there too.")
  private @Nullable Path json;

  @Option(
      names = "--html",
      paramLabel = "OUT.html",
      description = "Write the report there too, as a page for a browser.")
  private @Nullable Path html;

  @Option(
      names = "--trace",
      paramLabel = "OUT.json",
      description =
          "Write when each part of the first steps began and how long it took, for a viewer of"
              + " Chrome's traces; of 100 steps of each trainer, if training.observe.traceSteps does"
              + " not say another number.")
  private @Nullable Path trace;

  @Option(
      names = "--tensorboard",
      paramLabel = "DIR",
      description =
          "Write events for TensorBoard into a folder below it as the job trains: scalars, histograms"
              + " of parameters and gradients, and published embeddings for the projector.")
  private @Nullable Path tensorboard;

  @Option(
      names = "--export",
      paramLabel = "DIR",
      description = "Write the published results to files in this folder too.")
  private @Nullable Path exportFolder;

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
    if (seeds().isPresent() && exportFolder != null) {
      throw misused("--export and --seeds exclude each other: leave one out");
    }
    patience(); // what is wrong with the command is said before anybody is asked for a password
    ClusterChoice cluster = cluster(connect, verbose.verbose());
    logs.show(verbose.verbose());
    JobFile job = observed(file.read());
    requireFit(job.settings().job(), cluster);
    try (ReportFile out = ReportFile.open(json);
        ReportFile page = ReportFile.open("--html", html);
        ReportFile traced = ReportFile.open("--trace", trace);
        TensorBoardRuns runs = tensorboard == null ? null : new TensorBoardRuns(tensorboard);
        ResultExport export = export()) {
      run(
          job,
          cluster,
          out,
          page,
          runs == null ? JobWatcher.NONE : runs,
          (outcome, client) -> {
            if (runs != null) {
              runs.embeddings(client, last(outcome));
            }
            traced.writeText(ChromeTrace.of(outcome.first().traces()));
            write(export, outcome, client);
          });
    }
    return 0;
  }

  /** The job with what the options want to know of it. */
  private JobFile observed(JobFile job) {
    if (!(job.settings().job() instanceof TrainJob train)) {
      if (trace != null) {
        throw misused("--trace goes with jobs that train a model: leave it out");
      }
      return job;
    }
    final List<String> asked = new ArrayList<>();
    if (trace != null && train.training().observe().traceSteps() == 0) {
      asked.add("training.observe.traceSteps=" + TRACED_STEPS);
    }
    if (tensorboard != null) {
      asked.add("training.observe.histograms=true");
    }
    return asked.isEmpty() ? job : file.read(asked);
  }

  private void requireFit(Job job, ClusterChoice cluster) {
    if (!kind().isInstance(job)) {
      throw new GraphemberException(
          CliError.JOB_UNFIT,
          "job = %s: the command %s runs no such job; run the file with the command %s, or with run."
              .formatted(job.kind(), spec.name(), job.kind()));
    }
    if (job instanceof InferJob && cluster.embedded()) {
      throw misused(
          "inference needs the running cluster that holds the graph and its model: name it with"
              + " --connect HOST:PORT");
    }
    if (job instanceof InferJob && seeds().isPresent()) {
      throw misused("--seeds goes with jobs that train: a trained model has one result");
    }
  }

  /** How long the graph may wait for room. */
  private Duration patience() {
    if (waitSeconds < 0 || waitSeconds > Duration.ofDays(1).toSeconds()) {
      throw misused(
          "--wait = %d: give seconds from 0 to %d, a day"
              .formatted(waitSeconds, Duration.ofDays(1).toSeconds()));
    }
    return Duration.ofSeconds(waitSeconds);
  }

  /** The jobs that the command runs. */
  abstract Class<? extends Job> kind();

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

  /** Seeds to run with, from 0 on; empty for the one of the file. */
  Optional<Integer> seeds() {
    return Optional.empty();
  }

  /**
   * Runs a job and reports.
   *
   * @param export writes the published results to files if that is asked for; called when all is
   *     reported, while the cluster is still there
   */
  private void run(
      JobFile job,
      ClusterChoice cluster,
      ReportFile out,
      ReportFile page,
      JobWatcher watcher,
      BiConsumer<JobOutcome, GraphemberClient> export) {
    final Optional<EmbeddingEvaluation> evaluation = EmbeddingEvaluation.of(job, cancellation);
    evaluation.ifPresent(EmbeddingEvaluation::require);
    new JobRun(job, seeds(), ProgressView.of(console), cancellation)
        .patience(patience())
        .watchedBy(watcher)
        .onSeed(result -> console.out().println(SeedLine.of(result, job.settings())))
        .execute(
            cluster,
            (outcome, client) -> {
              final Optional<EmbeddingScores> scores =
                  evaluation.map(asked -> scores(asked, outcome, client));
              TextReport.of(outcome, scores).print(console.out());
              final JsonReport report = JsonReport.of(outcome, scores);
              out.write(report);
              if (page.asked()) {
                page.writeText(page(outcome, report, client).text());
              }
              export.accept(outcome, client);
            });
  }

  /** Of several seeds the last one has left what is published. */
  private static JobResult last(JobOutcome outcome) {
    return outcome.results().get(outcome.results().size() - 1);
  }

  private static ReportPage page(JobOutcome outcome, JsonReport report, GraphemberClient client) {
    return ReportPage.of(
        outcome.first(),
        Measure.name(outcome.settings()),
        report,
        EmbeddingMap.of(client, last(outcome)));
  }

  private EmbeddingScores scores(
      EmbeddingEvaluation evaluation, JobOutcome outcome, GraphemberClient client) {
    console.err().println("Judging the embeddings ...");
    return evaluation.of(outcome, client);
  }

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
