// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.retrain;

import io.graphember.training.job.task.Objective;
import io.graphember.training.job.update.RetrainSettings;
import java.util.OptionalDouble;

/**
 * Whether a model is to be trained on now. What it says of the graph is all that it knows of it.
 *
 * @param begins true if a job is to begin
 * @param onlyBelow figure of the model below which that job trains, and above which of errors;
 *     empty to train whatever it is
 */
public record RetrainDecision(boolean begins, OptionalDouble onlyBelow) {
  private static final RetrainDecision NOTHING = new RetrainDecision(false, OptionalDouble.empty());
  private static final RetrainDecision TRAIN = new RetrainDecision(true, OptionalDouble.empty());

  /**
   * Decides.
   *
   * @param watch of a model whose retraining does not run
   * @param task what the model learns
   * @param current the current version of its graph
   * @param now in ms since 1970
   */
  public static RetrainDecision of(
      RetrainSettings settings, Objective task, RetrainWatch watch, GraphChange current, long now) {
    if (current.version() <= watch.seen()
        || now - watch.looked() < 1000L * settings.everySeconds()) {
      return NOTHING;
    }
    if (watch.base().share(current) >= settings.changedShare()) {
      return TRAIN;
    }
    if (settings.watchedDrop().isEmpty() || watch.figure() == null) {
      return NOTHING;
    }
    final double bound = task.figure(watch.figure()) - settings.watchedDrop().getAsDouble();
    return new RetrainDecision(true, OptionalDouble.of(task.figure(bound)));
  }
}
