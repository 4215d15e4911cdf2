// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.training.evaluation.LinkScores;
import io.graphember.training.job.TrainingParameters;
import io.graphember.training.job.task.Objective;
import io.graphember.training.task.Decisions;
import io.graphember.training.task.EdgeRanks;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How good a trained model is, as the result of a job says it. */
final class TestFigures {
  private TestFigures() {}

  /**
   * The figures of a test.
   *
   * @param baseline of the model without edges, if one was trained
   * @param edgeTypes of the graph
   */
  static JobResult.Test of(
      Trained trained,
      Optional<Trained> baseline,
      TrainingParameters parameters,
      List<GraphInfo.Edges> edgeTypes) {
    final Objective task = parameters.objective();
    final Double figure = figure(task, trained.test().quality());
    return new JobResult.Test(
        task == Objective.CLASSIFICATION ? figure : null,
        orNull(trained.test().loss()),
        trained.test().vertices(),
        figure(task, trained.validation()),
        orNull(trained.test().macroF1()),
        baseline.map(b -> figure(task, b.test().quality())).orElse(null),
        task == Objective.MULTI_LABEL ? figure : null,
        task == Objective.REGRESSION ? figure : null,
        orNull(trained.ranks().flatMap(EdgeRanks::scores), parameters),
        orNull(baseline.flatMap(Trained::ranks).flatMap(EdgeRanks::scores), parameters),
        byEdgeType(trained, parameters, edgeTypes),
        trained.test().decisions().map(TestFigures::decisions).orElse(null));
  }

  private static JobResult.Decisions decisions(Decisions of) {
    return new JobResult.Decisions(
        of.confusion(),
        of.calibration().bins().stream()
            .map(
                bin -> new JobResult.CalibrationBin(bin.decisions(), bin.confidence(), bin.right()))
            .toList(),
        of.calibration().error());
  }

  private static @Nullable Double figure(Objective task, double quality) {
    return orNull(task.figure(quality));
  }

  /** How a trained model ranks test edges of each type; empty of a graph with one. */
  private static Map<String, JobResult.Links> byEdgeType(
      Trained trained, TrainingParameters parameters, List<GraphInfo.Edges> edgeTypes) {
    Map<String, JobResult.Links> links = new LinkedHashMap<>();
    if (edgeTypes.size() > 1 && trained.ranks().isPresent()) {
      trained
          .ranks()
          .get()
          .scoresByType()
          .forEach(
              (type, scores) -> links.put(edgeTypes.get(type).name(), links(scores, parameters)));
    }
    return links;
  }

  /** How a trained model ranks test edges; null without any. */
  private static JobResult.@Nullable Links orNull(
      Optional<LinkScores> ranked, TrainingParameters parameters) {
    return ranked.map(scores -> links(scores, parameters)).orElse(null);
  }

  private static JobResult.Links links(LinkScores scores, TrainingParameters parameters) {
    final int ends = parameters.links().orElseThrow().replaced().directions().size();
    return new JobResult.Links(
        scores.ranking().auc(),
        scores.ranking().averagePrecision(),
        scores.meanReciprocalRank(),
        scores.hitsAt1(),
        scores.hitsAt3(),
        scores.hitsAt10(),
        scores.edges() / ends,
        parameters.links().orElseThrow().test().perPositive());
  }

  static @Nullable Double orNull(double value) {
    return Double.isNaN(value) ? null : value;
  }
}
