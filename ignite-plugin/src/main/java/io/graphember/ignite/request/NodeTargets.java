// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.GraphLoad;
import io.graphember.client.JobTarget;
import io.graphember.client.LoadProgress;
import io.graphember.client.Pause;
import io.graphember.client.ServiceAccess;
import io.graphember.client.TablesLoad;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.GraphemberService;
import io.graphember.client.api.load.TablesRequest;
import io.graphember.ignite.service.LocalService;
import io.graphember.ignite.table.NodeTables;
import io.graphember.jobs.NodeError;
import io.graphember.schema.source.GraphSource;
import io.graphember.schema.source.Tables;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The cluster, as this node sees it in users' names. Safe for use by several threads. */
final class NodeTargets {
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private final LocalService service;
  private final NodeTables tables;

  @Inject
  NodeTargets(LocalService service, NodeTables tables) {
    this.service = service;
    this.tables = tables;
  }

  /**
   * The cluster in a user's name.
   *
   * @param subject as {@link io.graphember.ignite.security.Permissions#subject} had it
   */
  JobTarget as(Optional<UUID> subject) {
    return new NodeTarget(subject);
  }

  /** Used by one thread. */
  private final class NodeTarget implements JobTarget {
    private final Optional<UUID> subject;
    private final ServiceAccess access;

    NodeTarget(Optional<UUID> subject) {
      this.subject = subject;
      this.access = service.as(subject);
    }

    @Override
    public void check(String job) {
      access.call(node -> node.checkJob(job), new TypeReference<Boolean>() {});
    }

    @Override
    public Tables tables() {
      return tables.as(subject);
    }

    @Override
    public List<GraphInfo> graphs() {
      return access.call(GraphemberService::graphs, new TypeReference<>() {});
    }

    @Override
    public TablesLoad loadTables(
        TablesRequest request, Consumer<LoadProgress> listener, Cancellation cancellation) {
      return onceFree(
          () -> TablesLoad.run(() -> access, request, listener, cancellation),
          Duration.ofMillis(request.waitMillis()),
          cancellation);
    }

    @Override
    public GraphInfo load(
        String graph,
        GraphSource source,
        Duration patience,
        Consumer<LoadProgress> listener,
        Cancellation cancellation) {
      return onceFree(
          () -> new GraphLoad(() -> access, patience, listener, cancellation).run(graph, source),
          patience,
          cancellation);
    }

    /** Where the node takes as many loads as it may, this one waits as it would for room. */
    private <T> T onceFree(Supplier<T> load, Duration patience, Cancellation cancellation) {
      final long began = System.nanoTime();
      final Pause pause = new Pause(cancellation, LONGEST_PAUSE_MILLIS);
      while (true) {
        try {
          return load.get();
        } catch (GraphemberException e) {
          if (!e.is(NodeError.NODE_BUSY) || System.nanoTime() - began >= patience.toNanos()) {
            throw e;
          }
        }
        pause.next();
      }
    }
  }
}
