// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.connect;

import java.security.cert.CertificateException;

/** A certificate that an authority vouches for is made out for other hosts. */
final class HostMismatchException extends CertificateException {
  private static final long serialVersionUID = 1L;

  HostMismatchException(CertificateNames names) {
    super(names.toString());
  }
}
