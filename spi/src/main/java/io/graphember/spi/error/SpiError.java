// SPDX-License-Identifier: Apache-2.0
package io.graphember.spi.error;

/** Errors that every module may raise. */
public enum SpiError implements ErrorCode {
  /** The user asked the work to stop. */
  CANCELLED(ErrorCategory.CANCELLED),
  /** No provider of that name is on the class path. */
  PROVIDER_UNKNOWN(ErrorCategory.USER),
  /** A jar on the class path names a provider that cannot be used. */
  PROVIDER_UNUSABLE(ErrorCategory.USER),
  /** The model needs what the backend does not compute. */
  MODEL_UNSUPPORTED(ErrorCategory.ENGINE),
  /** The native libraries of an engine are missing or do not load on this machine. */
  ENGINE_UNAVAILABLE(ErrorCategory.ENGINE),
  /** An engine refused or failed an operation. */
  ENGINE_OPERATION_FAILED(ErrorCategory.ENGINE),
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
