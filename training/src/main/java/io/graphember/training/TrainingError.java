// SPDX-License-Identifier: Apache-2.0
package io.graphember.training;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of a training job. */
public enum TrainingError implements ErrorCode {
  /** The graph lacks what the task needs: features, labels or a split. */
  TASK_UNFIT(ErrorCategory.USER),
  /** Settings of a job contradict each other. */
  JOB_SETTINGS(ErrorCategory.USER),
  /** The loss is no longer a number. */
  LOSS_NOT_FINITE(ErrorCategory.USER),
  /** Another trainer of the job failed. */
  TRAINER_LOST(ErrorCategory.CLUSTER);

  private final ErrorCategory category;

  TrainingError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
