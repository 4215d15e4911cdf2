// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.majority;

import io.graphember.ignite.affinity.NodeRole;
import io.graphember.ignite.timer.NodeTimer;
import io.graphember.jobs.majority.CatalogNodes;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteLogger;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.events.DiscoveryEvent;
import org.apache.ignite.events.EventType;

/**
 * Keeps a node in the set of storage nodes, and nodes out of it that have stopped in order: looks
 * when the node starts, and then every {@value #LOOK_MILLIS} ms, since the cluster may be inactive
 * or without a majority at first. Nothing of it is done while a node stops: the others see whether
 * it has stopped in order or was lost.
 */
public final class Membership {
  private static final long LOOK_MILLIS = 1_000;
  private static final long START_MILLIS = 5_000;

  private final Ignite ignite;
  private final CatalogNodes nodes;
  private final NodeTimer timer;
  private final Executor executor;
  private final IgniteLogger log;

  /**
   * The membership of a node that starts.
   *
   * @param timer has it looked again
   * @param executor looks first
   */
  public Membership(Ignite ignite, CatalogNodes nodes, NodeTimer timer, Executor executor) {
    this.ignite = ignite;
    this.timer = timer;
    this.nodes = nodes;
    this.executor = executor;
    this.log = ignite.log(); // a node that has stopped gives none
  }

  /**
   * Begins. When this returns the node is in the set, unless the cluster is inactive, has no
   * majority or takes longer than {@value #START_MILLIS} ms.
   */
  public void begin() {
    ignite
        .events()
        .localListen(
            event -> {
              gone((DiscoveryEvent) event);
              return true;
            },
            EventType.EVT_NODE_LEFT,
            EventType.EVT_NODE_FAILED);
    CompletableFuture.runAsync(this::look, executor)
        .completeOnTimeout(null, START_MILLIS, TimeUnit.MILLISECONDS)
        .join();
    timer.every(
        LOOK_MILLIS,
        () -> {
          look();
          return true;
        });
  }

  /** By Ignite's thread of discovery events. */
  private void gone(DiscoveryEvent event) {
    final ClusterNode node = event.eventNode();
    if (node.isClient()) {
      return;
    }
    if (event.type() == EventType.EVT_NODE_LEFT) {
      nodes.stopped(String.valueOf(node.consistentId()));
    } else {
      nodes.lost(String.valueOf(node.consistentId()));
    }
  }

  private void look() {
    try {
      if (ignite.cluster().state().active()) {
        keep(ignite.cluster().localNode());
        nodes.removeStopped();
      }
    } catch (RuntimeException e) { // the topology changes, or the node stops: it looks again
      debug("the set of storage nodes could not be kept: " + e);
    }
  }

  private void keep(ClusterNode self) {
    final String name = String.valueOf(self.consistentId());
    final boolean member = nodes.now().known().contains(name);
    if (NodeRole.STORAGE.apply(self) && !member) {
      nodes.enter(name);
    } else if (!NodeRole.STORAGE.apply(self) && member) {
      nodes.leave(name);
    }
  }

  private void debug(String text) {
    if (log.isDebugEnabled()) {
      log.debug("Graphember: " + text);
    }
  }
}
