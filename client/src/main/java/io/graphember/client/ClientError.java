// SPDX-License-Identifier: Apache-2.0
package io.graphember.client;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors that a connected client meets before a node can say what is wrong. */
public enum ClientError implements ErrorCode {
  /** The node that answers has no Graphember. */
  SERVICE_MISSING(ErrorCategory.CLUSTER),
  /** The cluster keeps its data on disk and was not activated. */
  CLUSTER_INACTIVE(ErrorCategory.CLUSTER),
  /** The node went away, or the call failed there. */
  CALL_FAILED(ErrorCategory.CLUSTER),
  /** Nothing is published under that name. */
  PUBLICATION_MISSING(ErrorCategory.USER),
  /** Results are asked for by a key of another kind than they have. */
  KEY_MISMATCH(ErrorCategory.USER),
  /** Not all results that were published could be read. */
  RESULTS_INCOMPLETE(ErrorCategory.CLUSTER),
  /**
   * A load that was interrupted cannot be gone on with: its source, or what was sent, is another.
   */
  LOAD_CHANGED(ErrorCategory.USER);

  private final ErrorCategory category;

  ClientError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
