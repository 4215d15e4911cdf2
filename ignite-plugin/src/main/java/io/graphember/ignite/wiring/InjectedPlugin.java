// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.wiring;

import com.google.inject.Injector;
import io.graphember.ignite.GraphemberPlugin;
import org.jspecify.annotations.Nullable;

/** The plugin of one node. */
final class InjectedPlugin implements GraphemberPlugin {
  private volatile @Nullable Injector parts; // null before the node has started, and on a client

  void started(Injector startedParts) {
    this.parts = startedParts;
  }

  @Override
  public void inject(Object target) {
    Injector started = parts;
    if (started == null) {
      throw new IllegalStateException("Graphember runs on server nodes that have started");
    }
    started.injectMembers(target);
  }
}
