// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.GraphemberConfiguration;
import io.graphember.ignite.NodeError;
import io.graphember.ignite.transport.NodeCalls;
import io.graphember.ignite.wiring.NodeThreads;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.ignite.Ignite;
import org.apache.ignite.cluster.ClusterNode;

/**
 * Makes good the loss of storage nodes while a job runs: their partitions are opened on the nodes
 * that hold the other copies, and all nodes of the job are told. Requests that wait for these
 * partitions go on then, and since what they answer depends on the partition alone, the job ends
 * with the bits it would have had.
 *
 * <p>Bounded by {@link GraphemberConfiguration#getMaxNodeLosses()} and {@link
 * GraphemberConfiguration#getNodeLossTimeoutMillis()} of the coordinator. Used by its thread.
 */
final class Failover {
  private final Ignite ignite;
  private final NodeCalls calls;
  private final JobNodes nodes;
  private final GraphInfo graph;
  private final int mostLosses;
  private final long timeoutMillis;
  private final Set<UUID> lost = new HashSet<>();
  private UUID[] owners; // a lost node until the partition is open on another one
  private long deadline; // by when the latest loss has to be made good

  Failover(Ignite ignite, NodeCalls calls, GraphemberConfiguration configuration, JobNodes nodes) {
    this.ignite = ignite;
    this.calls = calls;
    this.nodes = nodes;
    this.graph = nodes.plan().graph();
    this.mostLosses = configuration.getMaxNodeLosses();
    this.timeoutMillis = configuration.getNodeLossTimeoutMillis();
    this.owners = nodes.plan().owners();
  }

  /**
   * Looks whether owners have left the cluster, and tries once to make it good; asked again and
   * again while the coordinator waits.
   *
   * @param busy nodes whose own work cannot be done elsewhere: what comes of it when they leave is
   *     not decided here
   * @throws GraphemberException with code {@link NodeError#PARTITION_LOST} if no copy is left, too
   *     many nodes were lost, or it takes too long; what the new owner refused, for example if its
   *     memory budget has no room
   */
  void repair(Set<UUID> busy, Cancellation cancellation) {
    int[] homeless = homeless();
    if (homeless.length == 0 || Arrays.stream(homeless).anyMatch(p -> busy.contains(owners[p]))) {
      return;
    }
    if (Arrays.stream(homeless).filter(p -> lost.add(owners[p])).count() > 0) {
      deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    }
    if (lost.size() > mostLosses) {
      throw partitionLost(
          homeless[0],
          "the job may outlive the loss of %d storage nodes and no more (maxNodeLosses in GraphemberConfiguration)"
              .formatted(mostLosses));
    }
    if (leftMillis() <= 0) {
      throw late(homeless[0]);
    }
    reopen(homeless, cancellation);
    if (homeless().length == 0) {
      tellAll();
    }
  }

  /** Partitions whose owner is not in the cluster. */
  private int[] homeless() {
    return IntStream.range(0, owners.length).filter(p -> !calls.alive(owners[p])).toArray();
  }

  private long leftMillis() {
    return TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
  }

  /** Opens the partitions where Ignite has other copies of them, as far as it has decided. */
  private void reopen(int[] homeless, Cancellation cancellation) {
    Map<UUID, List<Integer>> byHeir = new LinkedHashMap<>();
    for (int p : homeless) {
      UUID heir = heir(p);
      if (heir != null) {
        byHeir.computeIfAbsent(heir, node -> new ArrayList<>()).add(p);
      }
    }
    Map<UUID, CompletableFuture<Boolean>> sent = new LinkedHashMap<>();
    byHeir.forEach(
        (heir, partitions) -> {
          nodes.add(heir);
          int[] numbers = partitions.stream().mapToInt(Integer::intValue).toArray();
          sent.put(heir, nodes.send(heir, new TakeOverCall(nodes.plan(), numbers)));
        });
    UUID[] next = owners.clone();
    sent.forEach(
        (heir, reply) -> {
          if (opened(heir, byHeir.get(heir), reply, cancellation)) {
            byHeir.get(heir).forEach(p -> next[p] = heir);
          }
        });
    owners = next;
  }

  private void tellAll() {
    for (UUID node : nodes.all()) {
      calls.send(
          node,
          NodeThreads.STORAGE_EXECUTOR,
          new OwnersCall(nodes.plan().job(), nodes.plan().epoch(), owners));
    }
  }

  /** The node that holds another copy of a partition; null while Ignite has not decided. */
  private UUID heir(int partition) {
    if (ignite.cache(graph.cache()).lostPartitions().contains(partition)) {
      throw partitionLost(
          partition,
          "no other node holds a copy of it (backups in GraphemberConfiguration, when the graph was loaded)");
    }
    ClusterNode owner = ignite.affinity(graph.cache()).mapPartitionToNode(partition);
    return owner != null && calls.alive(owner.id()) ? owner.id() : null;
  }

  /** True if the partitions are open there; false to ask Ignite again. */
  private boolean opened(
      UUID heir,
      List<Integer> partitions,
      CompletableFuture<Boolean> reply,
      Cancellation cancellation) {
    try {
      return new Replies(cancellation, Math.max(1, leftMillis()))
          .await(reply, "the opening of partitions " + partitions);
    } catch (GraphemberException e) {
      if (e.is(SamplingError.REPLY_LATE)) {
        throw late(partitions.get(0));
      }
      if (e.is(NodeError.NOT_OWNER) || !calls.alive(heir)) {
        return false;
      }
      throw new GraphemberException(
          e.code(),
          e.category(),
          "Partitions %s of graph %s, lost with node %s, cannot be opened on node %s: %s"
              .formatted(partitions, graph.name(), owners[partitions.get(0)], heir, e.getMessage()),
          e);
    }
  }

  private GraphemberException late(int partition) {
    return partitionLost(
        partition,
        "it was open on no other node within %d ms (nodeLossTimeoutMillis in GraphemberConfiguration)"
            .formatted(timeoutMillis));
  }

  private GraphemberException partitionLost(int partition, String rule) {
    return new GraphemberException(
        NodeError.PARTITION_LOST,
        "Partition %d of graph %s is lost: its owner, node %s, left the cluster, and %s."
            .formatted(partition, graph.name(), owners[partition], rule));
  }
}
