// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.training.epoch.TrainingOutcome;
import io.graphember.training.job.TrainJob;
import io.graphember.training.job.update.UpdateSettings;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A model that was trained, and the measure of what it was before, of a job that goes on with its
 * own model. All who compute come to the same, since a measure is over all of them.
 *
 * @param present the model that the training started from; empty of a job that begins anew
 */
record UpdatedModel(Trained trained, Optional<Trained> present) {
  /**
   * Trains a model; one that is good enough already stays as it is.
   *
   * @param start what the training begins with
   * @param test tests a model
   * @param training trains to the end
   */
  static UpdatedModel of(
      TrainJob job,
      ModelStart start,
      Function<TrainingOutcome, Trained> test,
      Supplier<TrainingOutcome> training) {
    final Optional<UpdateSettings> update = job.updates();
    if (update.isEmpty()) {
      return new UpdatedModel(test.apply(training.get()), Optional.empty());
    }
    final Trained present =
        test.apply(new TrainingOutcome(start.parameters(), 0, List.of(), start.slots(), 0));
    return ModelUpdate.needed(update.get(), job.task().objective(), present.measure())
        ? new UpdatedModel(test.apply(training.get()), Optional.of(present))
        : new UpdatedModel(present, Optional.of(present));
  }

  /**
   * What is kept for who trains the model on.
   *
   * @param first true of the first trainer, which answers for all
   */
  Optional<ModelUpdate> kept(TrainJob job, boolean first) {
    return first && job.keepsOptimizer()
        ? Optional.of(
            new ModelUpdate(
                trained.outcome().slots(),
                trained.outcome().updates(),
                present.map(Trained::measure).orElse(Double.NaN),
                trained.measure(),
                present.map(Trained::predicted).orElse(List.of()),
                trained.predicted()))
        : Optional.empty();
  }
}
