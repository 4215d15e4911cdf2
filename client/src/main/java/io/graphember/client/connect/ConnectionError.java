// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import io.graphember.spi.error.ErrorCategory;
import io.graphember.spi.error.ErrorCode;

/** Why a client does not reach its cluster. */
public enum ConnectionError implements ErrorCode {
  /** The JVM does not let Ignite's client into the package that it needs. */
  JVM_CLOSED(ErrorCategory.USER),
  /** An address is not host:port. */
  ADDRESS_MALFORMED(ErrorCategory.USER),
  /** The name of a host is in no directory that this machine asks. */
  HOST_UNKNOWN(ErrorCategory.CLUSTER),
  /** Nobody listens at the address, or something that is no Ignite node. */
  CONNECTION_FAILED(ErrorCategory.CLUSTER),
  /** The address takes the connection, or not even that, and says nothing. */
  CONNECTION_TIMED_OUT(ErrorCategory.CLUSTER),
  /** Only one of the client and the node uses TLS. */
  TLS_MISMATCH(ErrorCategory.USER),
  /** The client does not trust the node, or the node does not trust the client. */
  TLS_REFUSED(ErrorCategory.USER),
  /** A file of certificates or keys cannot be used. */
  TLS_FILE_UNUSABLE(ErrorCategory.USER),
  /** The node does not know the user, or the password is wrong, or neither was given. */
  LOGIN_REFUSED(ErrorCategory.USER);

  private final ErrorCategory category;

  ConnectionError(ErrorCategory category) {
    this.category = category;
  }

  @Override
  public ErrorCategory category() {
    return category;
  }
}
