// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of whole-graph inference. */
public enum InferenceError implements ErrorCode {
  /** A chunk of stored rows is not what was written. */
  CHUNK_CORRUPT,
  /** Rows could not be stored, or read again. */
  STORE_FAILED;

  @Override
  public ErrorCategory category() {
    return ErrorCategory.RESOURCE;
  }
}
