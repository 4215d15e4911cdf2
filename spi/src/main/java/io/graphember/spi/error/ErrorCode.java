// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.error;

/**
 * A stable name for one kind of error; every module declares its own enum of them.
 *
 * <p>Codes are matched by scripts and listed in the reference, so a code is never reused for
 * another meaning.
 */
public interface ErrorCode {
  /** Name in upper case, unique over all modules, for example {@code INPUT_RAGGED_ROW}. */
  String name();

  /** Who can do something about it. */
  ErrorCategory category();
}
