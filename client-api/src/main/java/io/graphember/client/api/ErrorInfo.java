// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.GraphemberException;

/**
 * An error as it travels.
 *
 * @param code name of the code
 * @param category name of the category
 * @param message one sentence
 */
public record ErrorInfo(String code, ErrorCategory category, String message) {
  /** An exception as it travels. */
  public static ErrorInfo of(GraphemberException e) {
    return new ErrorInfo(e.code(), e.category(), e.getMessage());
  }

  /** The exception again. */
  public GraphemberException toException() {
    return new GraphemberException(code, category, message, null);
  }
}
