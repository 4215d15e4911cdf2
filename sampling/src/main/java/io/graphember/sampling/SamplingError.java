// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors while sampling. */
public enum SamplingError implements ErrorCode {
  /** The neighbourhood of a batch does not fit the buffers of an engine. */
  BATCH_TOO_LARGE(ErrorCategory.USER),
  /** An id is not one of the graph's. */
  VERTEX_ID_UNKNOWN(ErrorCategory.USER),
  /** A graph has no edges of a type. */
  EDGE_TYPE_UNKNOWN(ErrorCategory.USER),
  /** A graph has no vertices of a type. */
  VERTEX_TYPE_UNKNOWN(ErrorCategory.USER),
  /** Edges do not carry what an operator reads. */
  EDGE_COLUMN_MISSING(ErrorCategory.USER),
  /** Vertices do not carry what a job reads. */
  VERTEX_COLUMN_MISSING(ErrorCategory.USER),
  /** A rule of sampling is wrong. */
  SAMPLING_RULE(ErrorCategory.USER),
  /** A storage node did not answer in time. */
  REPLY_LATE(ErrorCategory.CLUSTER),
  /** A storage node could not answer. */
  REPLY_FAILED(ErrorCategory.CLUSTER),
  /** A storage node's answer does not fit the request. */
  REPLY_MISMATCH(ErrorCategory.BUG);

  private final ErrorCategory category;

  SamplingError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
