// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.client.api.JobResult;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.LinkSettings;
import io.graphember.training.job.task.TaskSettings;
import io.graphember.training.job.task.UnsupervisedSettings;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What tells how good the result of a job is. */
public enum Measure {
  ACCURACY("accuracy", JobResult.Test::accuracy),
  MICRO_F1("micro F1", JobResult.Test::microF1),
  RMSE("RMSE", JobResult.Test::rmse),
  AUC("AUC", test -> auc(test.links()));

  private final String text;
  private final Function<JobResult.Test, Double> figure;

  Measure(String text, Function<JobResult.Test, Double> figure) {
    this.text = text;
    this.figure = figure;
  }

  /** The measure of a job with a model. */
  static Measure of(JobSettings settings) {
    final TaskSettings task = settings.ofModel().task();
    if (task instanceof LinkSettings || task instanceof UnsupervisedSettings) {
      return AUC;
    }
    return switch (task.objective()) {
      case CLASSIFICATION -> ACCURACY;
      case MULTI_LABEL -> MICRO_F1;
      case REGRESSION -> RMSE;
    };
  }

  /** What the validation of a job's epochs says, as people call it. */
  public static String name(JobSettings settings) {
    return settings.trainsModel() ? of(settings).text() : "validation";
  }

  /** As people call it. */
  String text() {
    return text;
  }

  /** Its value on the test split; null without one. */
  @Nullable Double of(JobResult result) {
    return figure.apply(result.tested());
  }

  /** The same of a model that sees the features alone; null if nobody asked. */
  @Nullable Double ofFeatures(JobResult result) {
    JobResult.Test test = result.tested();
    return this == AUC ? auc(test.linksBaseline()) : test.baseline();
  }

  private static @Nullable Double auc(JobResult.@Nullable Links links) {
    return links == null ? null : Double.valueOf(links.auc());
  }
}
