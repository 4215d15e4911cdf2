// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.errors;

import io.graphember.spi.error.ErrorCode;

/**
 * One thing that somebody may do wrong, and how to do it. The exact message stands in
 * docs/reference/errors.md.
 *
 * @param what in a few words, for the table
 * @param code the error it gives
 * @param deed does it
 */
record BadInput(String what, ErrorCode code, Deed deed) {
  /** Does something wrong for real. */
  @FunctionalInterface
  interface Deed {
    Refusal on(Stage stage) throws Exception;
  }
}
