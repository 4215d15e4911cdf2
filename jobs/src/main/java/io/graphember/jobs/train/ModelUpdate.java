// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.train;

import io.graphember.training.job.task.Objective;
import io.graphember.training.job.update.UpdateSettings;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How a model that was trained on compares with what it was before, by the same test on the same
 * version of the graph.
 *
 * @param slots what the optimizer remembers behind the last update
 * @param updates that were made, of this training alone
 * @param before measure of the model as it was, more is better; NaN if nothing is there to test
 *     with, or of a job that began anew
 * @param after measure of the model as it is
 * @param predictedBefore test vertices by the class that the model predicted as it was; empty of
 *     another task, or of a job that began anew
 * @param predictedAfter the same of the model as it is
 */
public record ModelUpdate(
    float[] slots,
    long updates,
    double before,
    double after,
    List<Long> predictedBefore,
    List<Long> predictedAfter) {
  /** True if a model is to be trained on: what it is by now is not good enough. */
  static boolean needed(UpdateSettings settings, Objective task, double before) {
    final OptionalDouble bound = settings.bound();
    return bound.isEmpty() || !(before >= task.figure(bound.getAsDouble()));
  }

  /** True if the present model was good enough not to be trained on. */
  public boolean spared(UpdateSettings settings, Objective task) {
    return !needed(settings, task, before);
  }

  /** True if the new model is not worse; so it is where nothing is there to test with. */
  public boolean notWorse(UpdateSettings settings) {
    return !(after < before - settings.tolerance());
  }
}
