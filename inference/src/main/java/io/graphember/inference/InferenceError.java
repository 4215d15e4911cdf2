// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of whole-graph inference. */
public enum InferenceError implements ErrorCode {
  /** A chunk of stored rows is not what was written. */
  CHUNK_CORRUPT(ErrorCategory.RESOURCE),
  /** Rows could not be stored, or read again. */
  STORE_FAILED(ErrorCategory.RESOURCE),
  /** A file of a slice is no model that is run. */
  SLICE_MALFORMED(ErrorCategory.USER),
  /** A slice takes or gives other rows than it is given or asked for. */
  SLICE_UNFIT(ErrorCategory.USER),
  /** A folder of slices lacks a file. */
  SLICE_MISSING(ErrorCategory.USER),
  /** Slices are larger than what is sent. */
  SLICE_TOO_LARGE(ErrorCategory.USER),
  /** The neighbourhoods of vertices to predict have too many edges. */
  NEIGHBORHOOD_TOO_LARGE(ErrorCategory.USER);

  private final ErrorCategory category;

  InferenceError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
