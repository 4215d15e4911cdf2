// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.NodeError;
import io.graphember.ignite.drain.NodeStates;
import io.graphember.ignite.drain.Unavailable;
import io.graphember.ignite.live.JobPlan;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.affinity.Affinity;
import org.apache.ignite.cluster.ClusterNode;

/** Where the partitions and trainers of a job lie. */
final class Placement {
  private final Ignite ignite;
  private final NodeStates states;
  private final TrainerNodes nodes;
  private final Cancellation cancellation;

  Placement(Ignite ignite, NodeStates states, TrainerNodes nodes, Cancellation cancellation) {
    this.ignite = ignite;
    this.states = states;
    this.nodes = nodes;
    this.cancellation = cancellation;
  }

  /**
   * The placement of now: partitions at their primaries, or at a backup where the primary takes no
   * new work; trainers on the nodes that have the fewest; results of a partition are computed by
   * its owner, or, if that runs no trainers, by a trainer node.
   */
  JobPlan plan(
      long job,
      int epoch,
      GraphInfo graph,
      JobSettings settings,
      String backend,
      Optional<String> owner) {
    Affinity<Long> affinity = ignite.affinity(graph.cache());
    UUID[] owners = new UUID[graph.partitions()];
    // Each second time at primaries alone: a backup of a new node may not be complete yet.
    Set<String> unavailable =
        epoch % 2 == 0
            ? Set.of()
            : states.unavailable().stream().map(Unavailable::node).collect(Collectors.toSet());
    for (int p = 0; p < owners.length; p++) {
      owners[p] = owner(affinity.mapPartitionToPrimaryAndBackups(p), unavailable, graph, p);
    }
    List<UUID> able = nodes.all();
    UUID[] trainers = nodes.place(settings.job().trainers(), cancellation);
    UUID[] predictors = new UUID[owners.length];
    Arrays.setAll(
        predictors, p -> able.contains(owners[p]) ? owners[p] : able.get(p % able.size()));
    UUID self = ignite.cluster().localNode().id();
    return new JobPlan(
        job, epoch, self, owners, trainers, predictors, graph, settings, backend, owner);
  }

  private static UUID owner(
      Collection<ClusterNode> copies, Set<String> unavailable, GraphInfo graph, int partition) {
    return copies.stream()
        .filter(node -> !unavailable.contains(NodeStates.name(node)))
        .findFirst()
        .or(() -> copies.stream().findFirst())
        .map(ClusterNode::id)
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.NODE_LOST,
                    "Partition %d of graph %s has no owner: the nodes that held it left the cluster."
                        .formatted(partition, graph.name())));
  }
}
