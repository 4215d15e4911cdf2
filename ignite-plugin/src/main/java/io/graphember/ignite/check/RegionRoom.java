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
import java.util.List;
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
   * Refuses what does not fit.
   *
   * @param bytes bytes of one copy of everything
   * @param what for the message, for example {@code "Graph cora"}
   * @throws GraphemberException with code {@link NodeError#REGION_FULL}
   */
  public void require(long bytes, String what, Cancellation cancellation) {
    List<ClusterNode> storage =
        ignite.cluster().forServers().nodes().stream().filter(NodeRole.STORAGE::apply).toList();
    int copies = Math.min(configuration.getBackups() + 1, storage.size());
    double share = OVERHEAD * bytes * copies / Math.max(1, storage.size());
    for (ClusterNode node : storage) {
      long free =
          new Replies(cancellation, REPLY_MILLIS)
              .await(
                  calls.send(node.id(), NodeThreads.STORAGE_EXECUTOR, new RegionRoomCall()),
                  "the room in the data region of node " + node.consistentId());
      if (share > free) {
        throw new GraphemberException(
            NodeError.REGION_FULL,
            "%s takes about %.1f MiB on each of %d storage nodes, backups included, but the data region of node %s has %.1f MiB left; make it larger or add nodes."
                .formatted(what, share / MIB, storage.size(), node.consistentId(), free / MIB));
      }
    }
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
    DataStorageConfiguration storage = ignite.configuration().getDataStorageConfiguration();
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
