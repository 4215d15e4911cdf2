// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.cli.report.text.Times;
import io.graphember.cli.view.Ordinal;
import io.graphember.cli.view.TrainerLine;
import io.graphember.client.api.JobInfo;
import io.graphember.client.api.JobState;
import io.graphember.client.api.Submission;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Jobs of a cluster for people: a list of them, or one with all that is known of it. */
public final class JobReport extends Report {
  private static final String NONE = "-";

  private JobReport() {}

  /** One line for each job. */
  public static JobReport of(List<JobInfo> jobs) {
    JobReport report = new JobReport();
    if (jobs.isEmpty()) {
      report.add("The cluster knows no job.");
      return report;
    }
    TextTable table =
        new TextTable()
            .row(
                "job",
                "name",
                "graph",
                "kind",
                "status",
                "epoch",
                "loss",
                "validation",
                "user",
                "submitted",
                "ended");
    for (JobInfo job : jobs) {
      table.row(
          String.valueOf(job.job()),
          job.name(),
          job.graph(),
          kind(job.submission()),
          status(job),
          epoch(job),
          Figures.share(job.loss()),
          Figures.share(job.validation()),
          user(job.submission()),
          submitted(job.submission()),
          Times.minute(job.ended()));
    }
    table.lines().forEach(report::add);
    return report;
  }

  /** One line for each job that waits. */
  public static JobReport ofQueue(List<JobInfo> waiting) {
    JobReport report = new JobReport();
    if (waiting.isEmpty()) {
      report.add("No job waits.");
      return report;
    }
    TextTable table =
        new TextTable().row("place", "job", "name", "graph", "kind", "user", "submitted");
    for (JobInfo job : waiting) {
      table.row(
          job.place() == null ? NONE : String.valueOf(job.place()),
          String.valueOf(job.job()),
          job.name(),
          job.graph(),
          kind(job.submission()),
          user(job.submission()),
          submitted(job.submission()));
    }
    table.lines().forEach(report::add);
    return report;
  }

  /** All that is known of a job. */
  public static JobReport of(JobState state) {
    JobReport report = new JobReport();
    final JobInfo job = JobInfo.of(state);
    final Submission submission = job.submission();
    report.add("Job", "%d, %s, on graph %s".formatted(job.job(), job.name(), job.graph()));
    report.add("Status", status(job));
    if (submission != null) {
      report.add(
          "Submitted",
          Times.second(submission.submitted())
              + (submission.user() == null ? "" : " by " + submission.user())
              + ", job: "
              + submission.kind());
    }
    if (job.ended() != null) {
      report.add("Ended", Times.second(job.ended()));
    }
    if (state.origin() != null) {
      report.add("Resumed", "from the checkpoint of job " + state.origin());
    }
    if (state.trainers() != null) {
      report.add("Trainers", TrainerLine.of(state.trainers()));
    }
    report.progress(job, state);
    if (state.error() != null) {
      report.add("Error", state.error().code() + ": " + state.error().message());
      report.add("", "graphember explain " + state.error().code());
    }
    if (job.keptStep() != null) {
      report.add(
          "Checkpoint",
          "step %,d: graphember resume %d goes on".formatted(job.keptStep(), job.job()));
    }
    return report;
  }

  private void progress(JobInfo job, JobState state) {
    if (job.epoch() > 0) {
      add(
          "Epoch",
          "%s: loss %s%s"
              .formatted(
                  epoch(job),
                  Figures.share(job.loss()),
                  job.validation() == null
                      ? ""
                      : ", validation " + Figures.share(job.validation())));
    }
    if (state.layer() != null) {
      add(
          "Layer",
          "%d of %d: %s of %s vertices"
              .formatted(
                  state.layer().layer() + 1,
                  state.layer().layers(),
                  Figures.count(state.layer().done()),
                  Figures.count(state.layer().total())));
    }
  }

  /** {@code running, train}, {@code queued, 3rd} or {@code failed, REGION_FULL}. */
  public static String status(JobInfo job) {
    final String status = job.status().name().toLowerCase(Locale.ROOT);
    return switch (job.status()) {
      case QUEUED -> job.place() == null ? status : status + ", " + Ordinal.of(job.place());
      case RUNNING -> status + ", " + job.phase();
      case FAILED -> job.error() == null ? status : status + ", " + job.error();
      case DONE, CANCELLED -> status;
    };
  }

  private static String epoch(JobInfo job) {
    return job.totalEpochs() == 0 ? NONE : "%d of %d".formatted(job.epoch(), job.totalEpochs());
  }

  private static String kind(@Nullable Submission submission) {
    return submission == null ? NONE : submission.kind();
  }

  private static String user(@Nullable Submission submission) {
    return submission == null || submission.user() == null ? NONE : submission.user();
  }

  private static String submitted(@Nullable Submission submission) {
    return submission == null ? NONE : Times.minute(submission.submitted());
  }
}
