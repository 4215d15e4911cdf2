// SPDX-License-Identifier: Apache-2.0
package io.graphember.it.host;

/** What clients call of the host's service. */
public interface HostReading {
  /** The text of a value. */
  String read(HostValue value);
}
