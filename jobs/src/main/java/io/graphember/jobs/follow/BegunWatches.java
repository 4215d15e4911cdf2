// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.follow;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Watches of graphs that are loaded here, from before their tables are read until {@link Follower}
 * takes them. Safe for use by several threads.
 */
@Singleton
public final class BegunWatches {
  private final Map<String, TableWatch> watches = new HashMap<>(); // by graph

  /** None has begun. */
  @Inject
  public BegunWatches() {}

  /** Keeps the watch of a graph that is about to become current. */
  public void put(String graph, TableWatch watch) {
    final Optional<TableWatch> before;
    synchronized (this) {
      before = Optional.ofNullable(watches.put(graph, watch));
    }
    before.filter(other -> other != watch).ifPresent(TableWatch::close);
  }

  /** Takes the watch of a graph that was loaded here since the last time. */
  public synchronized Optional<TableWatch> take(String graph) {
    return Optional.ofNullable(watches.remove(graph));
  }

  /** Closes all, since the node stops. */
  synchronized void close() {
    watches.values().forEach(TableWatch::close);
    watches.clear();
  }
}
