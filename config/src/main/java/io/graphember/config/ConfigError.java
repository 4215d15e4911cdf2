// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** What can be wrong with settings. */
public enum ConfigError implements ErrorCode {
  /** The text is no YAML or JSON, is too long, too deep or uses what is refused. */
  SETTINGS_UNREADABLE,
  /** Settings are unknown, missing or out of range; the message lists all of them. */
  SETTINGS_INVALID;

  @Override
  public ErrorCategory category() {
    return ErrorCategory.USER;
  }
}
