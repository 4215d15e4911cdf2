// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite;

import com.google.inject.Injector;
import org.apache.ignite.plugin.IgnitePlugin;

/** What {@code Ignite.plugin("Graphember")} gives. */
public final class GraphemberPlugin implements IgnitePlugin {
  /** Name of the plugin. */
  public static final String NAME = "Graphember";

  private volatile Injector parts;

  GraphemberPlugin() {}

  void started(Injector startedParts) {
    this.parts = startedParts;
  }

  /**
   * Gives an object the parts of the node that it asks for: its fields that are marked {@link
   * jakarta.inject.Inject}.
   *
   * @throws IllegalStateException on a client node, and before the node has started
   */
  public void inject(Object target) {
    Injector started = parts;
    if (started == null) {
      throw new IllegalStateException("Graphember runs on server nodes that have started");
    }
    started.injectMembers(target);
  }
}
