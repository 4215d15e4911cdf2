// SPDX-License-Identifier: Apache-2.0
package io.graphember.tgar;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of steps that all partitions compute. */
public enum TgarError implements ErrorCode {
  /** Another node has sent something else than what this step needs. */
  MESSAGE_MISMATCH(ErrorCategory.BUG);

  private final ErrorCategory category;

  TgarError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
