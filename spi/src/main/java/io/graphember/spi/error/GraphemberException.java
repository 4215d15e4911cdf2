// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.error;

import org.jspecify.annotations.Nullable;

/**
 * An error that a user may meet: a code, a category, and one sentence that holds the offending
 * value and the rule it broke.
 */
public final class GraphemberException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final ErrorCategory category;

  /**
   * Makes an error with a message of one sentence.
   *
   * @param code what kind of error
   * @param message one sentence: where, the offending value, the rule
   */
  public GraphemberException(ErrorCode code, String message) {
    this(code, message, null);
  }

  /**
   * Makes an error with the failure that caused it.
   *
   * @param code what kind of error
   * @param message one sentence: where, the offending value, the rule
   * @param cause shown with {@code --verbose} only; may be null
   */
  public GraphemberException(ErrorCode code, String message, @Nullable Throwable cause) {
    this(code.name(), code.category(), message, cause);
  }

  /**
   * Makes an error again that came from another process.
   *
   * @param code name of the code there
   * @param category its category there
   * @param message its sentence
   * @param cause may be null
   */
  public GraphemberException(
      String code, ErrorCategory category, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.code = code;
    this.category = category;
  }

  /** One sentence: where, the offending value, the rule. */
  @Override
  @SuppressWarnings("NullAway") // every constructor takes one
  public String getMessage() {
    return super.getMessage();
  }

  /** Name of the code. */
  public String code() {
    return code;
  }

  /** Who can do something about it. */
  public ErrorCategory category() {
    return category;
  }

  /** True if this error has the given code, in this process or in the one it came from. */
  public boolean is(ErrorCode other) {
    return code.equals(other.name());
  }
}
