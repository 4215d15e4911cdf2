// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.room;

import io.graphember.ignite.affinity.NodeRole;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.room.RegionState;
import io.graphember.jobs.room.RegionStates;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.cluster.ClusterTopologyException;
import org.apache.ignite.lang.IgniteFuture;

/** Asks all nodes how full their regions are. Safe for use by several threads. */
public final class IgniteRegions implements RegionStates {
  private static final long REPLY_SECONDS = 10;

  private final Ignite ignite;
  private final String region;

  /**
   * Asks from a node.
   *
   * @param region name of the region
   */
  public IgniteRegions(Ignite ignite, String region) {
    this.ignite = ignite;
    this.region = region;
  }

  @Override
  public List<RegionState> ask() {
    Map<ClusterNode, IgniteFuture<long[]>> asked = new LinkedHashMap<>();
    for (ClusterNode node : ignite.cluster().forServers().nodes()) {
      try {
        asked.put(node, ask(node));
      } catch (ClusterTopologyException e) {
        // It has left: the others take its share.
      }
    }
    List<RegionState> states = new ArrayList<>();
    asked.forEach((node, reply) -> await(node, reply, states));
    return states;
  }

  private IgniteFuture<long[]> ask(ClusterNode node) {
    return ignite
        .compute(ignite.cluster().forNode(node))
        .withExecutor(NodeThreads.STORAGE_EXECUTOR)
        .withNoFailover()
        .callAsync(new RegionStateCall(region));
  }

  private static void await(
      ClusterNode node, IgniteFuture<long[]> reply, List<RegionState> states) {
    try {
      long[] said = reply.get(REPLY_SECONDS, TimeUnit.SECONDS);
      states.add(
          new RegionState(
              String.valueOf(node.consistentId()),
              NodeRole.STORAGE.apply(node),
              said[0],
              said[1],
              (int) said[2]));
    } catch (ClusterTopologyException e) {
      // As above.
    } catch (IgniteException e) {
      throw new GraphemberException(
          NodeError.NODE_CALL_FAILED,
          "Node %s did not say within %d seconds how full its data region is: %s."
              .formatted(node.consistentId(), REPLY_SECONDS, e.getMessage()),
          e);
    }
  }
}
