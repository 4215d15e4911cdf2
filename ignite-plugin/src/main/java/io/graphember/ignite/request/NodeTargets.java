// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.request;

import com.fasterxml.jackson.core.type.TypeReference;
import io.graphember.client.ClusterTables;
import io.graphember.client.GraphLoad;
import io.graphember.client.JobTarget;
import io.graphember.client.LoadProgress;
import io.graphember.client.Pause;
import io.graphember.client.ServiceAccess;
import io.graphember.client.api.GraphInfo;
import io.graphember.client.api.GraphemberService;
import io.graphember.ignite.security.Permissions;
import io.graphember.ignite.service.LocalService;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.catalog.CacheNames;
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
import org.apache.ignite.Ignite;

/** The cluster, as this node sees it in users' names. Safe for use by several threads. */
final class NodeTargets {
  private static final long LONGEST_PAUSE_MILLIS = 1_000;

  private final Ignite ignite;
  private final LocalService service;
  private final Permissions permissions;

  @Inject
  NodeTargets(Ignite ignite, LocalService service, Permissions permissions) {
    this.ignite = ignite;
    this.service = service;
    this.permissions = permissions;
  }

  /**
   * The cluster in a user's name.
   *
   * @param subject as {@link Permissions#subject} had it
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
      return new TablesOfUser(ClusterTables.of(ignite, CacheNames.REQUESTS), permissions, subject);
    }

    @Override
    public List<GraphInfo> graphs() {
      return access.call(GraphemberService::graphs, new TypeReference<>() {});
    }

    /** Where the node takes as many loads as it may, this one waits as it would for room. */
    @Override
    public GraphInfo load(
        String graph,
        GraphSource source,
        Duration patience,
        Consumer<LoadProgress> listener,
        Cancellation cancellation) {
      final long began = System.nanoTime();
      final Pause pause = new Pause(cancellation, LONGEST_PAUSE_MILLIS);
      while (true) {
        try {
          return new GraphLoad(access, patience, listener, cancellation).run(graph, source);
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
