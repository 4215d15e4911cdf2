// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.embedding.EmbeddingScores;
import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.report.text.Figures;
import io.graphember.cli.report.text.HistogramPlot;
import io.graphember.cli.report.text.Report;
import io.graphember.cli.report.text.TextTable;
import io.graphember.cli.view.TrainerLine;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.NodeCounts;
import io.graphember.client.api.Publication;
import io.graphember.training.job.EmbedJob;
import io.graphember.training.job.InferJob;
import io.graphember.training.job.InferenceSettings;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import io.graphember.training.job.task.EdgeLabelSettings;
import io.graphember.training.job.task.LinkSettings;
import io.graphember.training.job.task.UnsupervisedSettings;
import io.graphember.training.job.task.VertexTaskSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The result of a run for people: a screen at most. */
public final class TextReport extends Report {
  private static final int BAR_WIDTH = 20;
  private static final int MOST_EDGE_TYPES = 10; // that have a line each

  private TextReport() {}

  /**
   * The report of a run.
   *
   * @param scores how good its embeddings are; empty if nobody asked
   */
  public static TextReport of(JobOutcome outcome, Optional<EmbeddingScores> scores) {
    TextReport report = new TextReport();
    report.graph(outcome.first().graph());
    report.splits(outcome);
    report.nodes(NodeTotals.of(outcome));
    report.origin(outcome.first());
    if (outcome.settings().job() instanceof InferJob infer) {
      report.inferred(outcome, infer.inference());
    } else {
      report.trained(outcome, scores);
    }
    report.pauses(NodeTotals.of(outcome));
    report.publications(outcome);
    if (outcome.settings().job() instanceof InferJob) {
      new LayerReport(outcome.first()).lines().forEach(report::add);
    }
    report.time(outcome);
    return report;
  }

  private void trained(JobOutcome outcome, Optional<EmbeddingScores> scores) {
    trainers(outcome);
    storage(NodeTotals.of(outcome));
    files(NodeTotals.of(outcome));
    if (outcome.settings().job() instanceof EmbedJob embed) {
      EmbeddingReport.of(outcome, embed.embedding(), scores).lines().forEach(this::add);
      return;
    }
    training(outcome);
    if (outcome.settings().train().task() instanceof UnsupervisedSettings) {
      EmbeddingReport.ofScores(scores).lines().forEach(this::add);
    } else {
      test(outcome);
      remarks(outcome);
    }
  }

  private void inferred(JobOutcome outcome, InferenceSettings inference) {
    if (inference.slices() == null) {
      model(outcome, inference.trainedModel());
    } else {
      add("Model", "slices of folder " + inference.slices());
    }
  }

  /** One line for one of several seeds. */
  static String seedLine(JobResult result, JobSettings settings) {
    final Measure measure = Measure.of(settings);
    return "seed %d: test %s, validation %s, features alone %s, %s, %s"
        .formatted(
            result.seed(),
            Figures.share(measure.of(result)),
            Figures.share(result.tested().validation()),
            Figures.share(measure.ofFeatures(result)),
            Figures.count(result.epochs().size(), "epoch"),
            Figures.seconds(PhaseSeconds.ofJob(result)));
  }

  private static String keys(GraphInfo graph) {
    return graph.vertexTypes().stream()
        .map(type -> TypeTables.keys(type.keys()))
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  private void graph(GraphInfo graph) {
    final String size =
        "%s: %s, %s"
            .formatted(
                graph.name(),
                graph.vertices() == 1 ? "1 vertex" : Figures.count(graph.vertices()) + " vertices",
                Figures.count(graph.edges(), "edge"));
    if (TypeTables.needed(graph)) {
      add("Graph", size);
      add("", TypeTables.vertices(graph));
      add("", TypeTables.edges(graph.edgeTypes()));
    } else {
      final int classes = graph.classNames().size();
      add(
          "Graph",
          "%s, %s, %s, %s keys"
              .formatted(
                  size,
                  Figures.count(graph.featureDim(), "feature"),
                  classes == 1 ? "1 class" : classes + " classes",
                  keys(graph)));
    }
    if (graph.heldOutEdges() > 0) {
      add("", Figures.count(graph.heldOutEdges(), "edge") + " held out, to be predicted");
    }
    if (graph.skippedEdges() > 0) {
      add("", Figures.count(graph.skippedEdges(), "edge") + " skipped: an end is no vertex");
    }
    add(
        "Partitions",
        "%d by %s: replication factor %s, vertex balance %s, edge balance %s"
            .formatted(
                graph.partitions(),
                graph.partitioner(),
                Figures.ratio(graph.replicationFactor()),
                Figures.ratio(graph.vertexBalance()),
                Figures.ratio(graph.edgeBalance())));
    Optional.ofNullable(graph.partitionerReason())
        .ifPresent(reason -> add("", "%s since %s".formatted(graph.partitioner(), reason)));
  }

  /** How the vertices lie that a model learns of; a job that draws its own split has others. */
  private void splits(JobOutcome outcome) {
    final JobSettings settings = outcome.settings();
    if (settings.job() instanceof TrainJob train
        && train.task() instanceof VertexTaskSettings task
        && task.split().isEmpty()) {
      add("Splits", SplitSpreads.lines(outcome.first().graph()));
    }
  }

  private void nodes(List<NodeCounts> nodes) {
    TextTable table =
        new TextTable()
            .row("node", "client port", "partitions", "trainers", "rows held", "moved", "spared");
    for (NodeCounts node : nodes) {
      table.row(
          node.node(),
          node.clientPort() == 0 ? "none" : Integer.toString(node.clientPort()),
          Figures.count(node.partitions().length),
          Figures.count(node.trainers()),
          Figures.count(node.rowsHeld()),
          Figures.bytes(node.bytesMoved()),
          Figures.bytes(node.bytesSpared()));
    }
    add("Nodes", table.lines());
  }

  /** What was read of mapped files, and how much of it was not in memory. */
  private void files(List<NodeCounts> nodes) {
    TextTable table =
        new TextTable().row("node", "rows read from files", "page faults", "faults a row");
    boolean any = false;
    for (NodeCounts node : nodes) {
      if (node.mappedRowsRead() > 0) {
        any = true;
        table.row(
            node.node(),
            Figures.count(node.mappedRowsRead()),
            node.pageFaults() == null ? "not measured" : Figures.count(node.pageFaults()),
            node.missShare().isPresent() ? Figures.share(node.missShare().getAsDouble()) : "");
      }
    }
    if (any) {
      add("Files", table.lines());
    }
  }

  /** How long a quota has held the job up. */
  private void pauses(List<NodeCounts> nodes) {
    final double seconds = nodes.stream().mapToDouble(NodeCounts::pausedSeconds).sum();
    if (seconds > 0) {
      add("Quota", "threads paused for " + Figures.seconds(seconds));
    }
  }

  private void origin(JobResult result) {
    if (result.origin() != null) {
      add("Resumed", "from the checkpoint of job " + result.origin());
    }
    if (result.update() != null) {
      add("Update", result.update().why());
      drift(result.update().drift());
    }
  }

  private void drift(JobResult.Drift drift) {
    final Double predictions = drift.predictions();
    add(
        "Drift",
        "since version %s of the graph: stability index up to %.3f%s, means up to %.2f deviations apart%s"
            .formatted(
                Figures.count(drift.since()),
                drift.stabilityIndex(),
                drift.columns().isEmpty() ? "" : " " + column(drift.columns().get(0)),
                drift.meanDifference(),
                predictions == null ? "" : ", predictions %.3f".formatted(predictions)));
  }

  private static String column(JobResult.ColumnDrift column) {
    return "(%s, feature%s)"
        .formatted(
            column.vertexType(),
            column.first() == column.last()
                ? " " + column.first()
                : "s %d to %d".formatted(column.first(), column.last()));
  }

  /** How many, where and why. */
  private void trainers(JobOutcome outcome) {
    final JobTrainers trainers = outcome.first().trainers();
    if (trainers != null) {
      add("Trainers", TrainerLine.of(trainers));
    }
  }

  /** What storage nodes did, and how evenly: a bar each, the longest for the most loaded. */
  private void storage(List<NodeCounts> nodes) {
    double[] loads = NodeCounts.normalizedLoads(nodes);
    final double most = Arrays.stream(loads).filter(load -> !Double.isNaN(load)).max().orElse(0);
    TextTable table =
        new TextTable()
            .row("node", "requests", "sampled edges", "rows", "served", "busy s", "load");
    for (int i = 0; i < loads.length; i++) {
      if (!Double.isNaN(loads[i])) {
        NodeCounts node = nodes.get(i);
        table.row(
            node.node(),
            Figures.count(node.requestsServed()),
            Figures.count(node.sampledEdges()),
            Figures.count(node.rowsServed()),
            Figures.bytes(node.bytesServed()),
            Figures.ratio(node.busySeconds()),
            Figures.ratio(loads[i]),
            HistogramPlot.bar(loads[i], most, BAR_WIDTH));
      }
    }
    if (most > 0) {
      add("Storage", table.lines());
    }
  }

  /**
   * Says what the model is.
   *
   * @param from job that its parameters come from; null for none
   */
  private void model(JobOutcome outcome, @Nullable String from) {
    var model = outcome.settings().ofModel().model();
    add(
        "Model",
        "%s, %s, %d wide"
                .formatted(
                    model.architecture().name(),
                    Figures.count(model.layers(), "layer"),
                    model.hidden())
            + (from == null ? "" : ", from the parameters of job " + from));
  }

  private void training(JobOutcome outcome) {
    model(outcome, outcome.settings().ofModel().model().from());
    if (outcome.seeds()) {
      add("Trained", Figures.count(outcome.results().size(), "seed"));
      return;
    }
    JobResult result = outcome.first();
    if (result.epochs().isEmpty()) {
      add("Trained", "not at all: the parameters are used as they are");
      return;
    }
    add(
        "Trained",
        "%s, best %d%s"
            .formatted(
                Figures.count(result.epochs().size(), "epoch"),
                result.bestEpoch(),
                result.tested().validation() == null
                    ? ""
                    : " with validation %s %s"
                        .formatted(
                            Measure.of(outcome.settings()).text(),
                            Figures.share(result.tested().validation()))));
    if (result.lostNodes() > 0) {
      add(
          "",
          "went on when %s left the cluster".formatted(Figures.count(result.lostNodes(), "node")));
    }
  }

  private void test(JobOutcome outcome) {
    if (outcome.settings().train().task() instanceof LinkSettings) {
      links(outcome);
    } else {
      vertices(outcome);
    }
  }

  private void remarks(JobOutcome outcome) {
    List<String> remarks = Remarks.of(outcome);
    for (int i = 0; i < remarks.size(); i++) {
      add(i == 0 ? "Remarks" : "", remarks.get(i));
    }
  }

  /** How well edges are found that were left out. */
  private void links(JobOutcome outcome) {
    JobResult.Links first = outcome.first().tested().links();
    if (first == null) {
      add("Links", "no edge was left out to test with");
      return;
    }
    List<JobResult> results = outcome.results();
    add("Links", ranking(results, JobResult.Test::links));
    if (outcome.first().tested().linksBaseline() != null) {
      add("", ranking(results, JobResult.Test::linksBaseline) + " by the features alone");
    }
    add(
        "",
        "of %s left out, each among %s"
            .formatted(Figures.count(first.heldOut(), "edge"), rivals(outcome, first)));
    linksByEdgeType(outcome);
  }

  private static String rivals(JobOutcome outcome, JobResult.Links links) {
    return outcome.settings().ofModel().task() instanceof LinkSettings task && task.ranksAll()
        ? "all vertices that could be there, %s at most"
            .formatted(Figures.count(links.rankedAgainst()))
        : Figures.count(links.rankedAgainst(), "pair") + " that are none";
  }

  private void linksByEdgeType(JobOutcome outcome) {
    Map<String, JobResult.Links> first = outcome.first().tested().linksByEdgeType();
    first.keySet().stream()
        .limit(MOST_EDGE_TYPES)
        .forEach(
            type -> {
              List<JobResult> results =
                  outcome.results().stream()
                      .filter(result -> result.tested().linksByEdgeType().containsKey(type))
                      .toList();
              add("", ranking(results, test -> test.linksByEdgeType().get(type)) + " of " + type);
            });
    if (first.size() > MOST_EDGE_TYPES) {
      add("", "%d more edge types: --json has all".formatted(first.size() - MOST_EDGE_TYPES));
    }
  }

  private static String ranking(
      List<JobResult> results, Function<JobResult.Test, JobResult.Links> links) {
    return "AUC %s, average precision %s, MRR %s, hits at 1 %s, 3 %s, 10 %s"
        .formatted(
            mean(results, links, JobResult.Links::auc),
            mean(results, links, JobResult.Links::averagePrecision),
            mean(results, links, JobResult.Links::meanReciprocalRank),
            mean(results, links, JobResult.Links::hitsAt1),
            mean(results, links, JobResult.Links::hitsAt3),
            mean(results, links, JobResult.Links::hitsAt10));
  }

  /** Over the seeds. */
  private static String mean(
      List<JobResult> results,
      Function<JobResult.Test, JobResult.Links> links,
      ToDoubleFunction<JobResult.Links> figure) {
    return Figures.share(
        results.stream()
            .map(result -> links.apply(result.tested()))
            .mapToDouble(figure)
            .average()
            .orElseThrow());
  }

  private void vertices(JobOutcome outcome) {
    final Measure measure = Measure.of(outcome.settings());
    if (measure.of(outcome.first()) == null) {
      add("Test", "nothing is in the test split");
      return;
    }
    final Optional<String> macro = figure(outcome, result -> result.tested().macroF1());
    final Optional<String> baseline = figure(outcome, result -> result.tested().baseline());
    add(
        "Test",
        "%s %s%s on %s%s"
            .formatted(
                measure.text(),
                figure(outcome, measure::of).orElseThrow(),
                macro.map(f1 -> ", macro F1 " + f1).orElse(""),
                tested(outcome),
                baseline.map(alone -> "; features alone " + alone).orElse("")));
  }

  private static String tested(JobOutcome outcome) {
    final long count = outcome.first().tested().vertices();
    if (outcome.settings().train().task() instanceof EdgeLabelSettings) {
      return Figures.count(count, "edge");
    }
    return count == 1 ? "1 vertex" : Figures.count(count) + " vertices";
  }

  /** A figure, with mean and deviation of several seeds; empty if there is none. */
  private static Optional<String> figure(JobOutcome outcome, Function<JobResult, Double> of) {
    if (outcome.seeds()) {
      return Spread.of(outcome.results().stream().map(of)).map(Spread::toString);
    }
    return Optional.ofNullable(of.apply(outcome.first())).map(Figures::share);
  }

  private void publications(JobOutcome outcome) {
    JobResult last = outcome.results().get(outcome.results().size() - 1);
    String head = "Published";
    for (Publication publication : last.publications().values()) {
      add(
          head,
          "%s: cache %s, %s"
              .formatted(
                  publication.name(),
                  publication.cache(),
                  publication.entries() == 1
                      ? "1 entry"
                      : Figures.count(publication.entries()) + " entries"));
      head = "";
    }
    if (outcome.embedded() && !last.publications().isEmpty()) {
      add("", "in the memory of this process; --connect HOST:PORT leaves them in your cluster");
    }
  }

  private void time(JobOutcome outcome) {
    long bytes = outcome.results().stream().mapToLong(JobResult::bytes).sum();
    add("Moved", Figures.bytes(bytes) + " between nodes");
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Double> phase : PhaseSeconds.of(outcome).entrySet()) {
      text.append(text.isEmpty() ? "" : ", ")
          .append(phase.getKey())
          .append(' ')
          .append(Figures.seconds(phase.getValue()));
    }
    add("Time", text.toString());
  }
}
