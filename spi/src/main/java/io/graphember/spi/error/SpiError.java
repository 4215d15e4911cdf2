// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.error;

/** Errors that every module may raise. */
public enum SpiError implements ErrorCode {
  /** The user asked the work to stop. */
  CANCELLED(ErrorCategory.CANCELLED),
  /** No provider of that name is on the class path. */
  PROVIDER_UNKNOWN(ErrorCategory.USER),
  /** The model needs what the backend does not compute. */
  MODEL_UNSUPPORTED(ErrorCategory.ENGINE),
  /** A bug of ours. */
  INTERNAL(ErrorCategory.BUG);

  private final ErrorCategory category;

  SpiError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
