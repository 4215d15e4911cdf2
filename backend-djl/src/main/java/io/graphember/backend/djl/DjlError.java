// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.djl;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of the DJL backend. */
public enum DjlError implements ErrorCode {
  /** The native libraries are missing or do not load on this machine. */
  DJL_UNAVAILABLE,
  /** The engine refused or failed an operation. */
  DJL_OPERATION_FAILED;

  @Override
  public ErrorCategory category() {
    return ErrorCategory.ENGINE;
  }
}
