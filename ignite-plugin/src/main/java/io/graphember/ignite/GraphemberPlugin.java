// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite;

import io.graphember.ignite.wiring.NodeParts;
import org.apache.ignite.plugin.IgnitePlugin;

/** What {@code Ignite.plugin("Graphember")} gives: the parts of a node. */
public final class GraphemberPlugin implements IgnitePlugin {
  /** Name of the plugin. */
  public static final String NAME = "Graphember";

  private volatile NodeParts parts;

  GraphemberPlugin() {}

  void started(NodeParts startedParts) {
    this.parts = startedParts;
  }

  /**
   * The parts of the node.
   *
   * @throws IllegalStateException on a client node, and before the node has started
   */
  public NodeParts parts() {
    NodeParts started = parts;
    if (started == null) {
      throw new IllegalStateException("Graphember runs on server nodes that have started");
    }
    return started;
  }
}
