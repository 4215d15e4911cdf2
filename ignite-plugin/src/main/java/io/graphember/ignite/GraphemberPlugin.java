// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite;

import org.apache.ignite.plugin.IgnitePlugin;

/** What {@code Ignite.plugin("Graphember")} gives. */
public interface GraphemberPlugin extends IgnitePlugin {
  /** Name of the plugin. */
  String NAME = "Graphember";

  /**
   * Gives an object the parts of the node that it asks for: its fields that are marked {@link
   * jakarta.inject.Inject}.
   *
   * @throws IllegalStateException on a client node, and before the node has started
   */
  void inject(Object target);
}
