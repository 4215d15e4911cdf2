// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.service;

import io.graphember.client.api.NodeWork;
import io.graphember.ignite.drain.OnlyCopies;
import io.graphember.ignite.drain.Unavailable;
import io.graphember.ignite.job.WorkCall;
import io.graphember.ignite.room.CacheRegion;
import io.graphember.ignite.wiring.NodeParts;
import io.graphember.ignite.wiring.NodeThreads;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import java.util.List;
import java.util.UUID;
import org.apache.ignite.cluster.ClusterNode;

/** Requests about nodes that are to take no new work. Safe for use by several threads. */
final class DrainRequests {
  private static final long REPLY_MILLIS = 10_000;

  private final NodeParts parts;

  DrainRequests(NodeParts parts) {
    this.parts = parts;
  }

  /** Lets a node take no new work. */
  boolean drain(String node, String by) {
    parts.states().drain(node, by);
    parts.ignite().log().info("Graphember: node %s is drained by %s".formatted(node, by));
    return true;
  }

  /** Lets a node take new work again. */
  boolean undrain(String node, String by) {
    parts.states().undrain(node);
    parts.ignite().log().info("Graphember: node %s is undrained by %s".formatted(node, by));
    return true;
  }

  /** What a node does. */
  NodeWork work(String name) {
    ClusterNode node = parts.states().node(name);
    final String unavailable = parts.states().of(node).map(Unavailable::text).orElse("");
    final int[] counts =
        new Replies(Cancellation.NEVER, REPLY_MILLIS)
            .await(
                parts.calls().send(node.id(), NodeThreads.STORAGE_EXECUTOR, new WorkCall()),
                "the work of node " + name);
    NodeWork work = work(name, unavailable, counts, List.of());
    return work.idle()
        ? work(name, unavailable, counts, new OnlyCopies(parts.ignite()).of(node))
        : work;
  }

  private NodeWork work(String name, String unavailable, int[] counts, List<String> onlyCopies) {
    return new NodeWork(
        name,
        unavailable,
        counts[0],
        counts[1],
        counts[2],
        counts[3],
        counts[4],
        counts[5],
        onlyCopies,
        persistent());
  }

  /** Alike on all nodes. */
  private boolean persistent() {
    return CacheRegion.of(
            parts.ignite().configuration().getDataStorageConfiguration(),
            parts.configuration().regionName())
        .persistent();
  }

  /** Nodes that take new work, each time another one first. */
  List<UUID> openNodes() {
    return parts.states().openInTurn().stream().map(ClusterNode::id).toList();
  }
}
