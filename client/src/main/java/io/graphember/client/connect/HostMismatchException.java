// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.security.cert.CertificateException;

/** A certificate that an authority vouches for is made out for other hosts. */
final class HostMismatchException extends CertificateException {
  private static final long serialVersionUID = 1L;

  private final String names;

  HostMismatchException(CertificateNames names) {
    super(names.toString());
    this.names = names.toString();
  }

  /** The hosts that it is made out for. */
  String names() {
    return names;
  }
}
