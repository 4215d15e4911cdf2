// SPDX-License-Identifier: Apache-2.0
package io.graphember.backend.tf;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of the TensorFlow backend. */
public enum TfError implements ErrorCode {
  /** The native libraries are missing or do not load on this machine. */
  TENSORFLOW_UNAVAILABLE,
  /** The engine refused or failed an operation. */
  TENSORFLOW_OPERATION_FAILED;

  @Override
  public ErrorCategory category() {
    return ErrorCategory.ENGINE;
  }
}
