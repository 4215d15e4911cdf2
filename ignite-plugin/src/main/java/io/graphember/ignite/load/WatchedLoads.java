// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.load.TablesRequest;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.catalog.FollowedCache;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.follow.BegunWatches;
import io.graphember.jobs.follow.TableWatches;
import jakarta.inject.Inject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Begins loads whose graphs are to follow their tables. Safe for use by several threads. */
final class WatchedLoads {
  private final TableWatches watches;
  private final Parts parts;

  @Inject
  WatchedLoads(
      TableWatches watches,
      GraphCatalog catalog,
      BegunWatches begun,
      Cluster cluster,
      Clock clock) {
    this.watches = watches;
    parts = new Parts(catalog, begun, cluster, clock);
  }

  /** What such a load takes of its node. */
  record Parts(GraphCatalog catalog, BegunWatches begun, Cluster cluster, Clock clock) {}

  /**
   * Watches caches, and then lets a load of them begin.
   *
   * @throws io.graphember.spi.error.GraphemberException if a cache does not exist
   */
  WatchedLoad begin(
      GraphSettings settings,
      TablesRequest request,
      Optional<String> user,
      List<FollowedCache> caches) {
    return new WatchedLoad(parts, settings, request, user, caches, watches.open(caches));
  }
}
