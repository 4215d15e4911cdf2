// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.table;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Errors of tables and caches that are read. */
public enum TableError implements ErrorCode {
  /** The cluster refuses a query, or has no such table or cache. */
  QUERY_FAILED(ErrorCategory.USER);

  private final ErrorCategory category;

  TableError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
