// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.host;

import org.apache.ignite.services.Service;

/** A service of the host. */
public final class HostService implements Service, HostReading {
  private static final long serialVersionUID = 1L;

  @Override
  public String read(HostValue value) {
    return value.text();
  }
}
