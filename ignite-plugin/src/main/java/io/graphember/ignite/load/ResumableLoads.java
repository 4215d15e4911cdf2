// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.load;

import io.graphember.client.api.load.LoadHeader;
import io.graphember.client.api.load.ResumableLoad;
import io.graphember.config.SettingsDocument;
import io.graphember.graph.settings.GraphSettings;
import io.graphember.ignite.catalog.GraphemberCaches;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.catalog.GraphCatalog;
import io.graphember.jobs.catalog.StagedLoad;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.room.Room;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.cache.CacheException;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteCache;
import org.jspecify.annotations.Nullable;

/**
 * Loads whose pieces stay in the cluster until their graphs are there: any node goes on with one
 * whose node or client was lost. Safe for use by several threads.
 */
@Singleton
public final class ResumableLoads {
  /** Clients beat every five seconds; one that was silent for so long is gone. */
  private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** Each has a cache, which costs every node memory. */
  private static final int MOST_KEPT = 64;

  /** One user leaves some to others. */
  private static final int MOST_OF_USER = 16;

  private static final long MOST_REPLY_MILLIS = TimeUnit.SECONDS.toMillis(20);

  private final Ignite ignite;
  private final GraphCatalog catalog;
  private final GraphemberCaches caches;
  private final Room room;
  private final NodeCalls calls;
  private final LoadSessions sessions;
  private final Clock clock;
  private final Set<String> beginning = ConcurrentHashMap.newKeySet(); // names of graphs

  @Inject
  ResumableLoads(
      Ignite ignite,
      GraphCatalog catalog,
      GraphemberCaches caches,
      Room room,
      NodeCalls calls,
      LoadSessions sessions,
      Clock clock) {
    this.ignite = ignite;
    this.catalog = catalog;
    this.caches = caches;
    this.room = room;
    this.calls = calls;
    this.sessions = sessions;
    this.clock = clock;
  }

  /**
   * Begins a load, or goes on with the one of the same user, graph and header.
   *
   * @param user who loads; empty if nobody knows
   * @throws GraphemberException with code {@link NodeError#NODE_BUSY} while another client feeds a
   *     load of the graph, or begins one
   */
  public ResumableLoad begin(GraphSettings settings, LoadHeader header, Optional<String> user) {
    final String graph = settings.name();
    if (settings.add()) {
      throw new GraphemberException(
          NodeError.REQUEST_MALFORMED,
          "graph.resumable and graph.add of graph %s do not go together: what was added might be added again; leave out graph.resumable."
              .formatted(graph));
    }
    if (!beginning.add(graph)) {
      throw takenMeanwhile(graph);
    }
    try {
      return beginAlone(settings, header, user);
    } finally {
      beginning.remove(graph);
    }
  }

  private static GraphemberException takenMeanwhile(String graph) {
    return new GraphemberException(
        NodeError.NODE_BUSY,
        "Another client begins to load graph %s: wait until it is done, or gone.".formatted(graph));
  }

  private ResumableLoad beginAlone(
      GraphSettings settings, LoadHeader header, Optional<String> user) {
    final String graph = settings.name();
    final StagedLoad asked =
        new StagedLoad(
            CacheNames.stagedCache(graph, catalog.nextVersion()),
            SettingsDocument.toJson(settings),
            header,
            user.orElse(null),
            calls.self(),
            clock.millis());
    final Optional<StagedLoad> before = catalog.staged().of(graph);
    if (before.filter(asked::isOf).filter(load -> load.front().equals(calls.self())).isPresent()) {
      final Optional<ResumableLoad> here = sessions.silent(graph, SILENT_NANOS);
      if (here.isPresent()) {
        return here.get();
      }
    }
    if (before.isPresent() && !giveUp(graph, before.get())) {
      throw new GraphemberException(
          NodeError.NODE_BUSY,
          "A client loads graph %s already, and was heard less than %d s ago: wait until it is done, or gone."
              .formatted(graph, TimeUnit.NANOSECONDS.toSeconds(SILENT_NANOS)));
    }
    return sessions.feed(
        settings,
        user,
        header.patience(),
        () ->
            new PiecesFeeder(pieces(graph, asked, before), header.toHeader(), header.toExpected()));
  }

  /** What is kept of the same load, else of one that begins. */
  private StagedPieces pieces(String graph, StagedLoad asked, Optional<StagedLoad> before) {
    final Optional<StagedLoad> same = before.filter(asked::isOf);
    if (same.isPresent()) {
      final Optional<StagedPieces> there =
          kept(graph, same.get().takenBy(calls.self(), clock.millis()), before);
      if (there.isPresent()) {
        return there.get();
      }
    }
    before.ifPresent(other -> catalog.staged().forget(graph, other));
    requireFew(asked.user());
    return kept(graph, asked, Optional.empty()).orElseThrow();
  }

  private void requireFew(@Nullable String user) {
    final List<StagedLoad> all = catalog.staged().all();
    final long own = all.stream().filter(load -> Objects.equals(load.user(), user)).count();
    if (all.size() >= MOST_KEPT || user != null && own >= MOST_OF_USER) {
      throw new GraphemberException(
          NodeError.NODE_BUSY,
          "The cluster keeps what was sent of %d loads, %d of them yours; it may be %d and %d: go on with them, or drop their graphs."
              .formatted(all.size(), own, MOST_KEPT, MOST_OF_USER));
    }
  }

  /** Takes what is kept of a load; empty if that is lost. */
  private Optional<StagedPieces> kept(String graph, StagedLoad load, Optional<StagedLoad> before) {
    if (!catalog.staged().take(graph, load, before)) {
      throw takenMeanwhile(graph);
    }
    final IgniteCache<Long, byte[]> cache;
    try {
      cache = ignite.getOrCreateCache(caches.staged(load.cache()));
      return Optional.of(new StagedPieces(catalog, caches, room, graph, load, cache));
    } catch (CacheException e) {
      return withoutCache(graph, load, e);
    }
  }

  /** What is kept stays if the cluster is only in trouble. */
  private Optional<StagedPieces> withoutCache(String graph, StagedLoad load, CacheException why) {
    final IgniteCache<Long, byte[]> cache = ignite.cache(load.cache());
    if (cache == null || !StagedPieces.isLost(cache)) {
      catalog.staged().leave(load.cache());
      throw StagedPieces.unread(graph, why);
    }
    catalog.staged().forget(graph, load);
    ignite.log().warning("Graphember: what was kept of a load of graph " + graph + " is lost", why);
    return Optional.empty();
  }

  /** Has the node that takes a load leave it; false if its client is there. */
  private boolean giveUp(String graph, StagedLoad load) {
    if (load.front().equals(calls.self())) {
      return giveUp(graph);
    }
    if (!calls.alive(load.front())) {
      return true;
    }
    return new Replies(Cancellation.NEVER, MOST_REPLY_MILLIS)
        .await(
            calls.send(load.front(), NodeThreads.SHARD_EXECUTOR, new LoadMessages.GiveUp(graph)),
            "node " + load.front());
  }

  /** Leaves a load that this node takes, unless its client is there; true if it has none. */
  boolean giveUp(String graph) {
    return sessions.leaveSilent(graph, SILENT_NANOS);
  }
}
