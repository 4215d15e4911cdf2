// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.cli.job.JobOutcome;
import io.graphember.cli.report.text.Figures;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.JobResult;
import io.graphember.client.api.NodeAnswers;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.TrainJob;
import io.graphember.training.job.task.LinkLoss;
import io.graphember.training.job.task.LinkSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** What should be known of the features, and what shows that a model has learned little. */
final class Remarks {
  /** How many times the loss of guessing is no matter of chance any more. */
  private static final double CLEARLY = 1.5;

  private Remarks() {}

  /** Sentences for people; empty if nothing stands out. */
  static List<String> of(JobOutcome outcome) {
    List<String> remarks = new ArrayList<>(outcome.warnings());
    JobResult result = outcome.first();
    if (!result.epochs().isEmpty()) {
      final double loss = result.epochs().get(0).loss();
      guessing(outcome.settings(), result.graph())
          .ifPresent(
              guess -> {
                if (loss > CLEARLY * guess) {
                  remarks.add(
                      ("the first epoch's loss %s is far above that of guessing, %s:"
                              + " source.normalize or a lower training.learningRate helps")
                          .formatted(Figures.share(loss), Figures.share(guess)));
                }
              });
    }
    if (outcome.settings().trainsModel() && belowFeatures(outcome)) {
      remarks.add(
          "the features alone do better than the model: more epochs, less dropout,"
              + " source.normalize or another model.type may help");
    }
    if (result.trainers() != null) {
      remarks.addAll(result.trainers().remarks());
    }
    remarks.addAll(NodeAnswers.remarks(NodeTotals.of(outcome)));
    return remarks;
  }

  /** Cross-entropy of who knows nothing. */
  private static OptionalDouble guessing(JobSettings settings, GraphInfo graph) {
    if (!(settings.job() instanceof TrainJob train)) {
      return OptionalDouble.empty();
    }
    if (train.task() instanceof LinkSettings links) {
      return links.loss() == LinkLoss.BCE ? OptionalDouble.of(Math.log(2)) : OptionalDouble.empty();
    }
    if (Measure.of(settings) != Measure.ACCURACY) {
      return OptionalDouble.empty();
    }
    return Stream.concat(
            graph.vertexTypes().stream().map(GraphInfo.Vertices::classNames),
            graph.edgeTypes().stream().map(GraphInfo.Edges::classNames))
        .mapToInt(List::size)
        .filter(classes -> classes > 1)
        .mapToDouble(Math::log)
        .max();
  }

  private static boolean belowFeatures(JobOutcome outcome) {
    final Measure measure = Measure.of(outcome.settings());
    OptionalDouble model = mean(outcome, measure::of);
    OptionalDouble features = mean(outcome, measure::ofFeatures);
    if (model.isEmpty() || features.isEmpty()) {
      return false;
    }
    final double lead = model.getAsDouble() - features.getAsDouble();
    return measure == Measure.RMSE ? lead > 0 : lead < 0;
  }

  /** Over the seeds. */
  private static OptionalDouble mean(JobOutcome outcome, Function<JobResult, Double> figure) {
    return outcome.results().stream()
        .map(figure)
        .filter(Objects::nonNull)
        .mapToDouble(Double::doubleValue)
        .average();
  }
}
