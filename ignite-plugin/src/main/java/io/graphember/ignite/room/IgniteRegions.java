// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.room;

import io.graphember.ignite.affinity.NodeRole;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.room.RegionState;
import io.graphember.jobs.room.RegionStates;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.ignite.Ignite;
import org.apache.ignite.IgniteException;
import org.apache.ignite.cluster.ClusterNode;
import org.apache.ignite.cluster.ClusterTopologyException;
import org.apache.ignite.lang.IgniteFuture;
import org.apache.ignite.lang.IgniteFutureTimeoutException;

/** Asks all nodes how full their regions are. Safe for use by several threads. */
public final class IgniteRegions implements RegionStates {
  /**
   * Longer than Ignite takes by default until a node that is frozen has left: 10 s to notice it,
   * and as long to reach it again.
   */
  private static final long REPLY_SECONDS = 45;

  /** How often who waits looks whether he is still to. */
  private static final long LOOK_MILLIS = 200;

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
  public List<RegionState> ask(Cancellation cancellation) {
    final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(REPLY_SECONDS);
    Map<ClusterNode, IgniteFuture<long[]>> asked = new LinkedHashMap<>();
    for (ClusterNode node : ignite.cluster().forServers().nodes()) {
      try {
        asked.put(node, ask(node));
      } catch (ClusterTopologyException e) {
        // As below.
      }
    }
    List<RegionState> states = new ArrayList<>();
    asked.forEach(
        (node, reply) ->
            await(node, reply, end, cancellation).ifPresent(said -> states.add(state(node, said))));
    return states;
  }

  private static RegionState state(ClusterNode node, long[] said) {
    return new RegionState(
        String.valueOf(node.consistentId()),
        NodeRole.STORAGE.apply(node),
        said[0],
        said[1],
        (int) said[2]);
  }

  private IgniteFuture<long[]> ask(ClusterNode node) {
    return ignite
        .compute(ignite.cluster().forNode(node))
        .withExecutor(NodeThreads.STORAGE_EXECUTOR)
        .withNoFailover()
        .callAsync(new RegionStateCall(region));
  }

  /** What a node says; empty if it has left: the others take its share. */
  private static Optional<long[]> await(
      ClusterNode node, IgniteFuture<long[]> reply, long end, Cancellation cancellation) {
    while (true) {
      try {
        return Optional.of(reply.get(LOOK_MILLIS, TimeUnit.MILLISECONDS));
      } catch (ClusterTopologyException e) {
        return Optional.empty();
      } catch (IgniteFutureTimeoutException e) {
        cancellation.check();
        if (System.nanoTime() - end >= 0) {
          throw silent(node, e);
        }
      } catch (IgniteException e) {
        throw silent(node, e);
      }
    }
  }

  private static GraphemberException silent(ClusterNode node, IgniteException e) {
    return new GraphemberException(
        NodeError.NODE_CALL_FAILED,
        "Node %s did not say within %d seconds how full its data region is: %s."
            .formatted(node.consistentId(), REPLY_SECONDS, e.getMessage()),
        e);
  }
}
