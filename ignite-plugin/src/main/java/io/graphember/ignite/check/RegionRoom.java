// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.check;

import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.NodeError;
import io.graphember.ignite.affinity.NodeRole;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.ignite.wiring.NodeThreads;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import jakarta.inject.Inject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.ignite.DataRegionMetrics;
import org.apache.ignite.Ignite;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.configuration.DataRegionConfiguration;
import org.apache.ignite.configuration.DataStorageConfiguration;

/**
 * Asks before it is written whether the storage nodes' data regions take something: an in-memory
 * region that overflows is a critical failure, on which Ignite ends the node. Safe for use by
 * several threads.
 */
public final class RegionRoom {
  /** Partitions are dealt unevenly, pages are not filled to the brim. */
  private static final double OVERHEAD = 1.3;

  private static final long REPLY_MILLIS = 10_000;
  private static final double MIB = 1 << 20;

  private final Ignite ignite;
  private final NodeCalls calls;
  private final GraphemberConfiguration configuration;

  /** Room of a node's cluster. */
  @Inject
  public RegionRoom(Ignite ignite, NodeCalls calls, GraphemberConfiguration configuration) {
    this.ignite = ignite;
    this.calls = calls;
    this.configuration = configuration;
  }

  /**
   * Refuses what does not fit. A node that leaves meanwhile counts no more.
   *
   * @param bytes bytes of one copy of everything
   * @param what for the message, for example {@code "Graph cora"}
   * @throws GraphemberException with code {@link NodeError#REGION_FULL}
   */
  public void require(long bytes, String what, Cancellation cancellation) {
    List<ClusterNode> storage =
        ignite.cluster().forServers().nodes().stream().filter(NodeRole.STORAGE::apply).toList();
    Map<ClusterNode, Long> free = new LinkedHashMap<>();
    for (ClusterNode node : storage) {
      try {
        free.put(node, ask(node, cancellation));
      } catch (GraphemberException e) {
        // One that leaves takes nothing: the others take its share.
        if (!e.is(NodeError.NODE_LOST)) {
          throw e;
        }
      }
    }
    int copies = Math.min(configuration.getBackups() + 1, free.size());
    double share = OVERHEAD * bytes * copies / Math.max(1, free.size());
    free.forEach(
        (node, room) -> {
          if (share > room) {
            throw new GraphemberException(
                NodeError.REGION_FULL,
                "%s takes about %.1f MiB on each of %d storage nodes, backups included, but the data region of node %s has %.1f MiB left; make it larger or add nodes."
                    .formatted(what, share / MIB, free.size(), node.consistentId(), room / MIB));
          }
        });
  }

  private long ask(ClusterNode node, Cancellation cancellation) {
    return new Replies(cancellation, REPLY_MILLIS)
        .await(
            calls.send(node.id(), NodeThreads.STORAGE_EXECUTOR, new RegionRoomCall()),
            "the room in the data region of node " + node.consistentId());
  }

  /** Bytes that this node's data region still takes; without bound if it is persistent. */
  @SuppressWarnings("deprecation") // the metrics that replace it are Ignite's own class names
  long freeBytes() {
    DataRegionConfiguration region = region();
    if (region.isPersistenceEnabled()) {
      return Long.MAX_VALUE;
    }
    DataRegionMetrics metrics = ignite.dataRegionMetrics(region.getName());
    long used = metrics == null ? 0 : metrics.getTotalUsedPages() * metrics.getPageSize();
    return Math.max(0, region.getMaxSize() - used);
  }

  private DataRegionConfiguration region() {
    return region(ignite.configuration().getDataStorageConfiguration(), configuration);
  }

  /** The region that our caches use; it must count its pages, which it does not by default. */
  public static DataRegionConfiguration region(
      DataStorageConfiguration storage, GraphemberConfiguration configuration) {
    DataRegionConfiguration[] others = storage.getDataRegionConfigurations();
    if (configuration.getDataRegionName() != null && others != null) {
      for (DataRegionConfiguration other : others) {
        if (Objects.equals(other.getName(), configuration.getDataRegionName())) {
          return other;
        }
      }
    }
    return storage.getDefaultDataRegionConfiguration();
  }
}
