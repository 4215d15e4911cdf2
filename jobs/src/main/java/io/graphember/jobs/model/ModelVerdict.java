// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.model;

import io.graphember.client.api.JobResult;
import io.graphember.jobs.train.ModelUpdate;
import io.graphember.training.job.TrainJob;
import io.graphember.training.job.task.Objective;
import io.graphember.training.job.update.UpdateSettings;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a model that was trained takes the place of the one before.
 *
 * @param published true if it does
 * @param update how they compare; null of a job that began anew
 */
record ModelVerdict(boolean published, JobResult.@Nullable Update update) {
  /**
   * The verdict on a model.
   *
   * @param measured how it compares; there if the job goes on with a model
   * @param drift of the version since the model was trained; there if the job goes on with a model
   */
  static ModelVerdict of(
      TrainJob job, Optional<ModelUpdate> measured, Optional<JobResult.Drift> drift) {
    if (job.updates().isEmpty()) {
      return new ModelVerdict(true, null);
    }
    return of(
        job.updates().get(), job.task().objective(), measured.orElseThrow(), drift.orElseThrow());
  }

  private static ModelVerdict of(
      UpdateSettings settings, Objective task, ModelUpdate measured, JobResult.Drift drift) {
    final boolean spared = measured.spared(settings, task);
    final boolean published = !spared && measured.notWorse(settings);
    final Double before = figure(task, measured.before());
    final Double after = spared ? null : figure(task, measured.after());
    return new ModelVerdict(
        published,
        new JobResult.Update(
            published, before, after, why(settings, before, after, spared, published), drift));
  }

  private static @Nullable Double figure(Objective task, double measure) {
    return Double.isNaN(measure) ? null : task.figure(measure);
  }

  private static String why(
      UpdateSettings settings,
      @Nullable Double before,
      @Nullable Double after,
      boolean spared,
      boolean published) {
    if (spared) {
      return "the present model is good enough: %s on this version, trained on is one that is worse than %s"
          .formatted(text(before), text(settings.onlyBelow()));
    }
    if (before == null || after == null) {
      return "published, though this version has nothing to test with";
    }
    return published
        ? "published: %s on this version, the model before has %s"
            .formatted(text(after), text(before))
        : "not published: %s on this version, the present model has %s"
            .formatted(text(after), text(before));
  }

  private static String text(@Nullable Double figure) {
    return figure == null ? "nothing" : String.format(Locale.ROOT, "%.4f", figure);
  }
}
