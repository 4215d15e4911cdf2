// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.table;

import io.graphember.client.table.ClusterTables;
import io.graphember.ignite.security.Permissions;
import io.graphember.jobs.catalog.CacheNames;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.follow.ReadKeys;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.schema.source.Tables;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ignite.Ignite;

/** The tables of the cluster, as this node sees them. Safe for use by several threads. */
@Singleton
public final class NodeTables {
  private final Ignite ignite;
  private final Permissions permissions;
  private final Cluster cluster;
  private final NodeStates states;
  private final NodeCalls calls;
  private final AtomicLong numbers = new AtomicLong();

  @Inject
  NodeTables(
      Ignite ignite, Permissions permissions, Cluster cluster, NodeStates states, NodeCalls calls) {
    this.ignite = ignite;
    this.permissions = permissions;
    this.cluster = cluster;
    this.states = states;
    this.calls = calls;
  }

  /**
   * Tables in the name of this node, for who was asked before what he may read.
   *
   * @param keys takes the keys of the rows of caches
   */
  public Tables asNode(ReadKeys keys) {
    return as(
        permissions.enabled() ? Optional.of(calls.self()) : Optional.empty(), Optional.of(keys));
  }

  /**
   * Tables in a user's name, each for one source: what he may not read is refused. Caches that a
   * graph is made of are read by the nodes that have them.
   *
   * @param subject as {@link Permissions#subject} had it
   */
  public Tables as(Optional<UUID> subject) {
    return as(subject, Optional.empty());
  }

  /**
   * The same.
   *
   * @param subject as {@link Permissions#subject} had it
   * @param keys takes the keys of the rows of caches; empty if nobody wants them
   */
  public Tables as(Optional<UUID> subject, Optional<ReadKeys> keys) {
    return new UserTables(
        ClusterTables.of(ignite, CacheNames.REQUESTS),
        permissions,
        subject,
        (plan, meter) -> new RemoteReads(calls, cluster, states, numbers, plan, meter, keys));
  }
}
