// SPDX-License-Identifier: Apache-2.0
package io.graphember.tensor;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of tables of rows. */
public enum TensorError implements ErrorCode {
  /** A host has no table of that name. */
  TABLE_UNKNOWN(ErrorCategory.BUG),
  /** A request names rows or brings values that do not fit its table. */
  TABLE_REQUEST_UNFIT(ErrorCategory.BUG),
  /** A gradient is infinite or not a number. */
  GRADIENT_NOT_FINITE(ErrorCategory.USER),
  /** A request belongs to a step that has not begun. */
  STEP_AHEAD(ErrorCategory.BUG),
  /** A change comes so late that nobody knows whether it was made before. */
  SEQUENCE_TOO_OLD(ErrorCategory.CLUSTER),
  /** A checkpoint is of another graph or of other tables than the job's. */
  CHECKPOINT_MISMATCH(ErrorCategory.USER),
  /** Bytes of a checkpoint are missing or damaged. */
  CHECKPOINT_CORRUPT(ErrorCategory.CLUSTER);

  private final ErrorCategory category;

  TensorError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
