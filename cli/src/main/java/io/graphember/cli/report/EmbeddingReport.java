// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.embedding.EmbeddingScores;
import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.report.text.Figures;
import io.graphember.client.api.EpochInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeCounts;
import io.graphember.config.SettingName;
import io.graphember.training.evaluation.LinkRanking;
import io.graphember.training.job.embedding.EmbeddingMethod;
import io.graphember.training.job.embedding.EmbeddingSettings;
import io.graphember.training.job.embedding.PairMethod;
import io.graphember.training.job.embedding.TripleMethod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** What a job of embeddings came to, as lines with heads. */
public final class EmbeddingReport {
  private final Map<String, List<String>> lines = new LinkedHashMap<>();

  private EmbeddingReport() {}

  /**
   * The report of a job.
   *
   * @param scores how good the embeddings are; empty if nobody asked
   */
  static EmbeddingReport of(
      JobOutcome outcome, EmbeddingSettings settings, Optional<EmbeddingScores> scores) {
    EmbeddingReport report = new EmbeddingReport();
    report.method(settings);
    report.trained(outcome, settings);
    report.ranks(outcome);
    scores.ifPresent(report::scores);
    return report;
  }

  /**
   * How good embeddings are, alone.
   *
   * @param scores empty if nobody asked
   */
  static EmbeddingReport ofScores(Optional<EmbeddingScores> scores) {
    EmbeddingReport report = new EmbeddingReport();
    scores.ifPresent(report::scores);
    return report;
  }

  private void scores(EmbeddingScores scores) {
    labels(scores);
    if (scores.links() != null) {
      add("Links", links(scores.links(), scores.heldOut()));
    }
  }

  /** One line for one of several seeds. */
  static String seedLine(JobResult result) {
    return "seed %d: %s, %s"
        .formatted(result.seed(), epochs(result), Figures.seconds(PhaseSeconds.ofJob(result)));
  }

  private static String epochs(JobResult result) {
    List<EpochInfo> epochs = result.epochs();
    return epochs.isEmpty()
        ? "not trained: the embeddings are used as they are"
        : "%s, loss %.4f"
            .formatted(Figures.count(epochs.size(), "epoch"), epochs.get(epochs.size() - 1).loss());
  }

  private void method(EmbeddingSettings settings) {
    final EmbeddingMethod method = settings.method();
    add(
        "Method",
        "%s, %s, %d wide, %s by %s with %s"
            .formatted(
                method.type(),
                method instanceof PairMethod pairs ? pairs(pairs) : triples((TripleMethod) method),
                settings.dim(),
                Figures.count(settings.negatives(), "negative"),
                SettingName.of(settings.consistency()),
                Figures.count(settings.trainers(), "trainer")));
  }

  private static String pairs(PairMethod method) {
    return method
        .walk()
        .map(walk -> "walks of %d, window %d".formatted(method.vertices(), method.window()))
        .orElseGet(() -> "proximity " + SettingName.of(method.proximity()));
  }

  private static String triples(TripleMethod method) {
    return "%s loss, chunks of %d"
        .formatted(SettingName.of(method.triples().loss()), method.triples().chunkSize());
  }

  private void trained(JobOutcome outcome, EmbeddingSettings settings) {
    JobResult first = outcome.first();
    add("Trained", epochs(first));
    JobResult.Embedding work = first.embedded();
    final double seconds = first.epochs().stream().mapToDouble(EpochInfo::seconds).sum();
    if (seconds > 0) {
      add(
          "Trained",
          settings.method() instanceof TripleMethod
              ? "%s triples: %s a second"
                  .formatted(
                      Figures.count(work.pairs()), Figures.count((long) (work.pairs() / seconds)))
              : "%s tokens and %s pairs: %s tokens a second"
                  .formatted(
                      Figures.count(work.tokens()),
                      Figures.count(work.pairs()),
                      Figures.count((long) (work.tokens() / seconds))));
    }
    final long replayed = first.nodes().stream().mapToLong(NodeCounts::stepsReplayed).sum();
    if (replayed > 0) {
      add("Trained", "rows made up for " + Figures.count(replayed, "step") + " one by one");
    }
    if (first.lostNodes() > 0) {
      add(
          "Trained",
          "went back to a checkpoint when %s left the cluster"
              .formatted(Figures.count(first.lostNodes(), "node")));
    }
  }

  private void ranks(JobOutcome outcome) {
    if (outcome.first().tested().links() == null) {
      return;
    }
    List<JobResult.Links> links =
        outcome.results().stream().map(result -> result.tested().links()).toList();
    add(
        "Triples",
        "MRR %s, hits at 1 %s, 3 %s, 10 %s"
            .formatted(
                mean(links, JobResult.Links::meanReciprocalRank),
                mean(links, JobResult.Links::hitsAt1),
                mean(links, JobResult.Links::hitsAt3),
                mean(links, JobResult.Links::hitsAt10)));
    add(
        "Triples",
        "of %s held out, either end among %s"
            .formatted(
                Figures.count(links.get(0).heldOut(), "triple"),
                "%s vertices".formatted(Figures.count(links.get(0).rankedAgainst()))));
  }

  private static String mean(
      List<JobResult.Links> links, ToDoubleFunction<JobResult.Links> figure) {
    return Figures.share(links.stream().mapToDouble(figure).average().orElseThrow());
  }

  private void labels(EmbeddingScores scores) {
    for (EmbeddingScores.AtShare at : scores.labels()) {
      add(
          "Labels",
          "F1 micro %s, macro %s with %.0f %% of %s to train on"
              .formatted(
                  Figures.share(at.score().micro()),
                  Figures.share(at.score().macro()),
                  100 * at.share(),
                  Figures.count(scores.labelled(), "labelled vertex")
                      .replace("vertexs", "vertices")));
    }
  }

  /** How well edges that were left out are told. */
  static String links(LinkRanking links, int heldOut) {
    return "AUC %s, average precision %s on %s left out"
        .formatted(
            Figures.share(links.auc()),
            Figures.share(links.averagePrecision()),
            Figures.count(heldOut, "edge"));
  }

  private void add(String head, String line) {
    lines.computeIfAbsent(head, h -> new ArrayList<>()).add(line);
  }

  /** Lines by head. */
  Map<String, List<String>> lines() {
    return lines;
  }
}
