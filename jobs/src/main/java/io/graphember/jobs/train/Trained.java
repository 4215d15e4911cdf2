// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.client.api.JobTrainers;
import io.graphember.client.api.observe.StepSpan;
import io.graphember.training.epoch.StepTimes;
import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.evaluation.LinkScores;
import io.graphember.training.task.Decisions;
import io.graphember.training.task.EdgeRanks;
import io.graphember.training.task.Score;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A model that is trained and tested.
 *
 * @param test over the vertices or labels of edges to test with
 * @param ranks of edges that the graph does not have, of a job that predicts edges
 * @param times where the time of its steps has gone
 */
record Trained(TrainingOutcome outcome, Score test, Optional<EdgeRanks> ranks, StepTimes times) {
  /** Where the time of a step goes, as a result of a job says it. */
  JobTrainers.StepSeconds step() {
    return new JobTrainers.StepSeconds(
        times.seconds(StepTimes.Part.SAMPLE),
        times.seconds(StepTimes.Part.FETCH),
        times.seconds(StepTimes.Part.WAIT),
        times.seconds(StepTimes.Part.COMPUTE),
        times.seconds(StepTimes.Part.UPDATE));
  }

  /** The steps that were traced. */
  List<StepSpan> spans() {
    return times.spans().stream()
        .map(
            span ->
                new StepSpan(
                    span.part().name().toLowerCase(Locale.ROOT),
                    span.thread(),
                    span.startMicros(),
                    span.micros()))
        .toList();
  }

  /** What models are compared by, more is better; NaN if nothing was there to test with. */
  double measure() {
    return ranks
        .flatMap(EdgeRanks::scores)
        .map(LinkScores::meanReciprocalRank)
        .orElse(test.quality());
  }

  /** Test vertices by the class that was predicted; empty if nobody has counted them. */
  List<Long> predicted() {
    return test.decisions()
        .map(Decisions::confusion)
        .filter(confusion -> !confusion.isEmpty())
        .map(
            confusion ->
                IntStream.range(0, confusion.get(0).size())
                    .mapToObj(
                        predicted -> confusion.stream().mapToLong(row -> row.get(predicted)).sum())
                    .toList())
        .orElse(List.of());
  }

  /** Validation of the best epoch; none if nothing was trained. */
  double validation() {
    return outcome.bestEpoch() == 0
        ? Double.NaN
        : outcome.epochs().get(outcome.bestEpoch() - 1).valid().quality();
  }
}
