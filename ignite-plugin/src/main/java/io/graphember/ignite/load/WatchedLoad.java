// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.follow.FollowCause;
import io.graphember.client.api.follow.FollowInfo;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.jobs.catalog.FollowRecord;
import io.graphember.jobs.catalog.FollowedCache;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.entry.Ownership;
import io.graphember.jobs.follow.BegunWatches;
import io.graphember.jobs.follow.ReadKeys;
import io.graphember.jobs.follow.TableWatch;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/**
 * A load whose graph follows its tables once it is there: they are watched since before they are
 * read. Used by the thread that runs the load.
 */
final class WatchedLoad implements Publishing {
  private final GraphCatalog catalog;
  private final BegunWatches begun;
  private final Clock clock;
  private final String node;
  private final GraphSettings settings;
  private final TablesRequest request;
  private final Optional<String> user;
  private final List<FollowedCache> caches;
  private final TableWatch watch;
  private final long began;
  private boolean follows;

  /**
   * A load that begins now.
   *
   * @param parts of the node
   * @param watch sees the caches
   */
  WatchedLoad(
      WatchedLoads.Parts parts,
      GraphSettings settings,
      TablesRequest request,
      Optional<String> user,
      List<FollowedCache> caches,
      TableWatch watch) {
    catalog = parts.catalog();
    begun = parts.begun();
    clock = parts.clock();
    node = parts.cluster().local().name();
    this.settings = settings;
    this.request = request;
    this.user = user;
    this.caches = caches;
    this.watch = watch;
    began = clock.millis();
  }

  /** Takes the keys of the rows that are read. */
  ReadKeys reading() {
    return watch.reading();
  }

  @Override
  public void publish(GraphInfo graph, Optional<GraphInfo> base) {
    begun.put(graph.name(), watch); // before another thread looks what is followed
    catalog.replaceGraph(graph, new FollowRecord(request, user.orElse(null), caches, info(graph)));
    follows = true;
    catalog.owners().set(Ownership.path(graph.name()), user);
  }

  private FollowInfo info(GraphInfo graph) {
    return new FollowInfo(
        graph.name(),
        caches.stream().map(FollowedCache::name).toList(),
        settings.following().followSeconds(),
        node,
        graph.version(),
        began,
        clock.millis() - began,
        1,
        0,
        FollowInfo.Added.NONE,
        FollowCause.LOADED,
        null);
  }

  /** The load has ended, or was dropped: what nobody follows is watched no more. */
  void ended() {
    if (!follows) {
      begun.take(settings.name());
      watch.close();
    }
  }
}
