// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.message.Done;
import io.graphember.jobs.node.NodeThreads;
import io.graphember.jobs.transport.NodeCalls;
import io.graphember.sampling.SamplingError;
import io.graphember.sampling.engine.Replies;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Makes good the loss of storage nodes while a job runs: their partitions are opened on the nodes
 * that hold the other copies, and all nodes of the job are told. Requests that wait for these
 * partitions go on then, and since what they answer depends on the partition alone, the job ends
 * with the bits it would have had.
 *
 * <p>Bounded by the {@link LossBound} of the job. Used by the coordinator's thread.
 */
public final class Failover {
  private final Cluster cluster;
  private final NodeCalls calls;
  private final LossBound losses;
  private final JobNodes nodes;
  private final GraphInfo graph;
  private final Cancellation cancellation;
  private UUID[] owners; // a lost node until the partition is open on another one

  public Failover(JobParts parts, LossBound losses, JobNodes nodes, Cancellation cancellation) {
    this.cluster = parts.cluster();
    this.calls = parts.calls();
    this.losses = losses;
    this.nodes = nodes;
    this.graph = nodes.plan().graph();
    this.cancellation = cancellation;
    this.owners = nodes.plan().owners();
  }

  /**
   * Looks whether owners have left the cluster, and tries once to make it good; asked again and
   * again while the coordinator waits.
   *
   * @throws GraphemberException with code {@link NodeError#PARTITION_LOST} if no copy is left, too
   *     many nodes were lost, or it takes too long; what the new owner refused, for example if its
   *     memory budget has no room
   */
  public void repair() {
    int[] homeless = homeless();
    if (homeless.length == 0) {
      return;
    }
    losses.add(Arrays.stream(homeless).mapToObj(p -> owners[p]).toList(), null);
    if (losses.leftMillis() <= 0) {
      throw late(homeless[0]);
    }
    losses.requireCopies(graph);
    reopen(homeless);
    if (homeless().length == 0) {
      tellAll();
    }
  }

  /** Partitions whose owner is not in the cluster. */
  private int[] homeless() {
    return IntStream.range(0, owners.length).filter(p -> !calls.alive(owners[p])).toArray();
  }

  /** The opening of partitions on another node. */
  private record TakeOver(UUID heir, List<Integer> partitions, CompletableFuture<Done> reply) {}

  /** Opens the partitions where Ignite has other copies of them, as far as it has decided. */
  private void reopen(int[] homeless) {
    Map<UUID, List<Integer>> byHeir = new LinkedHashMap<>();
    for (int p : homeless) {
      heir(p).ifPresent(heir -> byHeir.computeIfAbsent(heir, node -> new ArrayList<>()).add(p));
    }
    List<TakeOver> sent = new ArrayList<>();
    byHeir.forEach(
        (heir, partitions) -> {
          nodes.add(heir);
          int[] numbers = partitions.stream().mapToInt(Integer::intValue).toArray();
          sent.add(
              new TakeOver(
                  heir,
                  partitions,
                  nodes.send(heir, new NodeMessages.TakeOver(nodes.plan(), numbers))));
        });
    UUID[] next = owners.clone();
    for (TakeOver begun : sent) {
      if (opened(begun.heir, begun.partitions, begun.reply)) {
        begun.partitions.forEach(p -> next[p] = begun.heir);
      }
    }
    owners = next;
  }

  private void tellAll() {
    for (UUID node : nodes.all()) {
      calls.send(
          node,
          NodeThreads.STORAGE_EXECUTOR,
          new NodeMessages.Owners(nodes.plan().job(), nodes.plan().epoch(), owners));
    }
  }

  /** The node that holds another copy of a partition; empty while Ignite has not decided. */
  private Optional<UUID> heir(int partition) {
    return cluster.primary(graph.cache(), partition).filter(calls::alive);
  }

  /** True if the partitions are open there; false to ask Ignite again. */
  private boolean opened(UUID heir, List<Integer> partitions, CompletableFuture<Done> reply) {
    try {
      new Replies(cancellation, Math.max(1, losses.leftMillis()))
          .await(reply, "the opening of partitions " + partitions);
      return true;
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
    return new GraphemberException(
        NodeError.PARTITION_LOST,
        "Partition %d of graph %s is lost: its owner, node %s, left the cluster, and it was open on no other node within %d ms (nodeLossTimeoutMillis in GraphemberConfiguration)."
            .formatted(partition, graph.name(), owners[partition], losses.timeoutMillis()));
  }
}
