// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.node;

import jakarta.inject.Inject;
import org.apache.ignite.Ignite;

/** What a node is called. */
public final class LocalNode {
  private static final String CLIENT_PORT_ATTRIBUTE = "clientListenerPort";

  private final Ignite ignite;

  /** The node that this process runs. */
  @Inject
  public LocalNode(Ignite ignite) {
    this.ignite = ignite;
  }

  /** Name for reports: its consistent id. */
  public String name() {
    return String.valueOf(ignite.cluster().localNode().consistentId());
  }

  /**
   * Port at which it takes thin clients, 0 for none. The name of a node that was given none ends
   * with another one, at which nodes speak to each other.
   */
  public int clientPort() {
    Integer port = ignite.cluster().localNode().attribute(CLIENT_PORT_ATTRIBUTE);
    return port == null ? 0 : port;
  }
}
