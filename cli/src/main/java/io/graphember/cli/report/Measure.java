// SPDX-License-Identifier: Apache-2.0
package io.graphember.cli.report;

import io.graphember.client.api.JobResult;
import io.graphember.training.job.JobSettings;
import io.graphember.training.job.task.LinkSettings;
import io.graphember.training.job.task.TaskSettings;
import io.graphember.training.job.task.UnsupervisedSettings;
import java.util.function.Function;

/** What tells how good the result of a job is. */
enum Measure {
  ACCURACY("accuracy", JobResult.Test::accuracy),
  MICRO_F1("micro F1", JobResult.Test::microF1),
  RMSE("RMSE", JobResult.Test::rmse),
  AUC("AUC", test -> test.links() == null ? null : test.links().auc());

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

  /** As people call it. */
  String text() {
    return text;
  }

  /** Its value on the test split; null without one. */
  Double of(JobResult result) {
    return figure.apply(result.test());
  }

  /** The same of a model that sees the features alone; null if nobody asked. */
  Double ofFeatures(JobResult result) {
    JobResult.Test test = result.test();
    if (this != AUC) {
      return test.baseline();
    }
    return test.linksBaseline() == null ? null : Double.valueOf(test.linksBaseline().auc());
  }
}
