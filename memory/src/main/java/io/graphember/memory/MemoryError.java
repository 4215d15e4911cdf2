// SPDX-License-Identifier: Apache-2.0
package io.graphember.memory;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors about memory. */
public enum MemoryError implements ErrorCode {
  /** The work needs more than what is left of the node's memory budget. */
  MEMORY_BUDGET_EXCEEDED,
  /** The work needs more than what is left of the node's budget of native memory. */
  NATIVE_MEMORY_EXCEEDED,
  /** The work needs more than what is left of the memory that its user may take on a node. */
  USER_MEMORY_EXCEEDED,
  /** The work needs more than what is left of the memory that its job may take on a node. */
  JOB_MEMORY_EXCEEDED,
  /** The work fits the budget, but not beside the other work that takes it now. */
  MEMORY_BUSY,
  /**
   * Parts of a graph cannot be written to the folder of mapped files, as where the disk is full.
   */
  GRAPH_NOT_MAPPED;

  @Override
  public ErrorCategory category() {
    return ErrorCategory.RESOURCE;
  }
}
