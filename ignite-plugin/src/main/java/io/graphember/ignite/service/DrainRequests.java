// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.client.api.node.NodeWork;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.room.CacheRegion;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.drain.OnlyCopies;
import io.graphember.jobs.drain.Unavailable;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import jakarta.inject.Inject;
import java.util.List;
import java.util.UUID;
import org.apache.ignite.Ignite;

/** Requests about nodes that are to take no new work. Safe for use by several threads. */
final class DrainRequests {
  private static final long REPLY_MILLIS = 10_000;

  private final Ignite ignite;
  private final NodeStates states;
  private final NodeCalls calls;
  private final OnlyCopies onlyCopies;
  private final GraphemberConfiguration configuration;

  @Inject
  DrainRequests(
      Ignite ignite,
      NodeStates states,
      NodeCalls calls,
      OnlyCopies onlyCopies,
      GraphemberConfiguration configuration) {
    this.onlyCopies = onlyCopies;
    this.ignite = ignite;
    this.states = states;
    this.calls = calls;
    this.configuration = configuration;
  }

  /** Lets a node take no new work. */
  boolean drain(String node, String by) {
    states.drain(node, by);
    ignite.log().info("Graphember: node %s is drained by %s".formatted(node, by));
    return true;
  }

  /** Lets a node take new work again. */
  boolean undrain(String node, String by) {
    states.undrain(node);
    ignite.log().info("Graphember: node %s is undrained by %s".formatted(node, by));
    return true;
  }

  /** What a node does. */
  NodeWork work(String name) {
    Node node = states.node(name);
    final String unavailable = states.of(node).map(Unavailable::text).orElse("");
    final WorkMessages.Counts counts =
        new Replies(Cancellation.NEVER, REPLY_MILLIS)
            .await(
                calls.send(node.id(), NodeThreads.STORAGE_EXECUTOR, new WorkMessages.Ask()),
                "the work of node " + name);
    NodeWork work = work(name, unavailable, counts, List.of());
    return work.idle() ? work(name, unavailable, counts, onlyCopies.of(node)) : work;
  }

  private NodeWork work(
      String name, String unavailable, WorkMessages.Counts counts, List<String> onlyCopies) {
    return new NodeWork(
        name,
        unavailable,
        counts.loads(),
        counts.shards(),
        counts.coordinated(),
        counts.trainers(),
        counts.jobs(),
        counts.partitions(),
        onlyCopies,
        persistent());
  }

  /** Alike on all nodes. */
  private boolean persistent() {
    return CacheRegion.of(
            ignite.configuration().getDataStorageConfiguration(), configuration.regionName())
        .persistent();
  }

  /** Nodes that take new work, each time another one first. */
  List<UUID> openNodes() {
    return states.openInTurn().stream().map(Node::id).toList();
  }
}
