// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.cli.report.text.Times;
import io.graphember.client.api.CheckpointInfo;
import io.graphember.client.api.Dropped;
import io.graphember.client.api.ResultInfo;
import io.graphember.client.api.Retention;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What jobs have left in a cluster, for people. */
public final class ResultReport extends Report {
  private ResultReport() {}

  /** A line for each table and model, and their sum. */
  public static ResultReport of(List<ResultInfo> results) {
    ResultReport report = new ResultReport();
    if (results.isEmpty()) {
      report.add("No job has left results.");
      return report;
    }
    TextTable table =
        new TextTable()
            .row("graph", "job", "result", "graph version", "entries", "size", "created");
    for (ResultInfo result : results) {
      addRows(table, result, result.tables(), result.model(), "");
      final ResultInfo.Previous before = result.previous();
      if (before != null) {
        addRows(table, result, before.tables(), before.model(), ", previous");
      }
    }
    table.lines().forEach(report::add);
    report.add("");
    report.add("Together " + sum(results) + ".");
    return report;
  }

  private static void addRows(
      TextTable table,
      ResultInfo of,
      List<ResultInfo.Table> parts,
      ResultInfo.@Nullable Model model,
      String which) {
    for (ResultInfo.Table part : parts) {
      table.row(
          of.graph(),
          of.job(),
          part.name() + which,
          Figures.count(part.graphVersion()),
          Figures.count(part.entries()),
          Figures.bytes(part.bytes()),
          Times.minute(part.created()));
    }
    if (model != null) {
      table.row(
          of.graph(),
          of.job(),
          "model" + which,
          Figures.count(model.graphVersion()),
          "-",
          Figures.bytes(model.bytes()),
          Times.minute(model.created()));
    }
  }

  /** What is current again. */
  public static ResultReport ofRestored(ResultInfo restored) {
    final ResultReport report = new ResultReport();
    final List<String> parts =
        new ArrayList<>(restored.tables().stream().map(ResultInfo.Table::name).toList());
    if (restored.model() != null) {
      parts.add("model");
    }
    final List<Long> versions =
        Stream.concat(
                restored.tables().stream().map(ResultInfo.Table::graphVersion),
                Stream.ofNullable(restored.model()).map(ResultInfo.Model::graphVersion))
            .distinct()
            .sorted()
            .toList();
    report.add(
        "Restored of job %s: %s, of version %s of graph %s; 'graphember restore-results %s %s' takes it back."
            .formatted(
                restored.job(),
                String.join(", ", parts),
                versions.stream().map(String::valueOf).collect(Collectors.joining(" and ")),
                restored.graph(),
                restored.graph(),
                restored.job()));
    return report;
  }

  /** A line for each model. */
  public static ResultReport ofModels(List<ResultInfo> results) {
    ResultReport report = new ResultReport();
    TextTable table =
        new TextTable().row("graph", "job", "graph version", "size", "created", "user");
    boolean any = false;
    for (ResultInfo result : results) {
      final ResultInfo.Model model = result.model();
      if (model != null) {
        any = true;
        table.row(
            result.graph(),
            result.job(),
            Figures.count(model.graphVersion()),
            Figures.bytes(model.bytes()),
            Times.minute(model.created()),
            result.owner() == null ? "-" : result.owner());
      }
    }
    if (!any) {
      report.add("No job has left a model.");
      return report;
    }
    table.lines().forEach(report::add);
    return report;
  }

  /** A line for each checkpoint that a job without a result has left; nothing if there is none. */
  public static ResultReport ofCheckpoints(List<CheckpointInfo> checkpoints) {
    ResultReport report = new ResultReport();
    if (checkpoints.isEmpty()) {
      return report;
    }
    TextTable table =
        new TextTable().row("checkpoint", "graph", "job", "graph version", "step", "size", "begun");
    for (CheckpointInfo checkpoint : checkpoints) {
      table.row(
          String.valueOf(checkpoint.id()),
          checkpoint.graph(),
          checkpoint.job(),
          Figures.count(checkpoint.graphVersion()),
          Figures.count(checkpoint.step()),
          Figures.bytes(checkpoint.bytes()),
          Times.minute(checkpoint.begun()));
    }
    report.add("");
    report.add("Jobs that ended without a result have left:");
    report.add("");
    table.lines().forEach(report::add);
    return report;
  }

  /**
   * A checkpoint in a few words: {@code "checkpoint 7, 120 steps of job walks on graph papers"}.
   */
  public static String what(CheckpointInfo checkpoint) {
    return "checkpoint %d, %s of job %s on graph %s (%s)"
        .formatted(
            checkpoint.id(),
            Figures.count(checkpoint.step(), "step"),
            checkpoint.job(),
            checkpoint.graph(),
            Figures.bytes(checkpoint.bytes()));
  }

  /** What was dropped of jobs, a line for each. */
  public static ResultReport of(Dropped dropped) {
    ResultReport report = new ResultReport();
    for (Dropped.Result result : dropped.results()) {
      List<String> parts = new ArrayList<>(result.tables());
      if (result.model()) {
        parts.add("model");
      }
      report.add("Dropped of job %s: %s.".formatted(result.job(), String.join(", ", parts)));
    }
    for (long checkpoint : dropped.checkpoints()) {
      report.add("Dropped checkpoint %d.".formatted(checkpoint));
    }
    return report;
  }

  /** Which results stay. */
  public static ResultReport of(Retention retention) {
    ResultReport report = new ResultReport();
    report.add(
        retention.isEverything()
            ? "Everything is kept."
            : "Results %s are dropped.".formatted(beyond(retention)));
    return report;
  }

  /** Which results go, for example {@code "beyond the newest 10 or older than 30 days"}. */
  public static String beyond(Retention retention) {
    List<String> bounds = new ArrayList<>();
    if (retention.results() != null) {
      bounds.add("beyond the newest " + Figures.count(retention.results()));
    }
    if (retention.days() != null) {
      bounds.add("older than " + Figures.count(retention.days(), "day"));
    }
    return String.join(" or ", bounds);
  }

  /** Results of some jobs in a few words: {@code "results of 2 jobs, 1.2 MB and 1 model"}. */
  public static String sum(List<ResultInfo> results) {
    final long models = results.stream().filter(result -> result.model() != null).count();
    return "results of %s, %s and %s"
        .formatted(
            Figures.count(results.size(), "job"),
            Figures.bytes(results.stream().mapToLong(ResultInfo::tableBytes).sum()),
            Figures.count(models, "model"));
  }

  /** The same with checkpoints of jobs without results, if there are any. */
  public static String sum(List<ResultInfo> results, List<CheckpointInfo> checkpoints) {
    return sum(results)
        + (checkpoints.isEmpty() ? "" : " and " + Figures.count(checkpoints.size(), "checkpoint"));
  }

  /** What one job has left: {@code "predictions and embeddings, 1.2 MB, and the model"}. */
  public static String what(ResultInfo result) {
    if (result.tables().isEmpty()) {
      return "the model";
    }
    return result.tables().stream().map(ResultInfo.Table::name).collect(Collectors.joining(", "))
        + " (%s)".formatted(Figures.bytes(result.tableBytes()))
        + (result.model() == null ? "" : " and the model");
  }

  /** How large a model is. */
  public static String parameters(ResultInfo.Model model) {
    return Figures.bytes(model.bytes()) + " of parameters";
  }
}
