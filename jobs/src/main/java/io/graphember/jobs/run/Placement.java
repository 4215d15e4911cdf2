// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.run;

import io.graphember.client.api.GraphInfo;
import io.graphember.jobs.NodeError;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import io.graphember.jobs.drain.NodeStates;
import io.graphember.jobs.fit.TrainedSeeds;
import io.graphember.jobs.live.JobPlan;
import io.graphember.spi.Cancellation;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Where the partitions and trainers of a job lie. */
final class Placement {
  private final Cluster cluster;
  private final NodeStates states;
  private final TrainerNodes nodes;
  private final Cancellation cancellation;

  Placement(Cluster cluster, NodeStates states, TrainerNodes nodes, Cancellation cancellation) {
    this.cluster = cluster;
    this.states = states;
    this.nodes = nodes;
    this.cancellation = cancellation;
  }

  /**
   * The placement of now: partitions at their primaries, or at a backup where the primary takes no
   * new work unless these alone are to serve; trainers on the nodes that have the fewest, each
   * where most of its seeds lie, or, where partitions compute the steps, at the partitions, on
   * nodes that run trainers; results of a partition are computed by its owner, or, if that runs no
   * trainers, by a trainer node.
   *
   * @param primaries true for primaries alone
   */
  JobPlan plan(
      long job,
      int epoch,
      GraphInfo graph,
      JobSettings settings,
      String backend,
      Optional<String> owner,
      boolean primaries) {
    List<List<UUID>> copies = cluster.copies(graph.cache());
    UUID[] owners = new UUID[graph.partitions()];
    List<UUID> able = nodes.all().stream().map(Node::id).toList();
    final boolean computed = settings.trainsModel() && settings.train().computedByPartitions();
    Set<UUID> unavailable =
        primaries ? Set.of() : computed ? others(able) : states.unavailableNodes();
    for (int p = 0; p < owners.length; p++) {
      owners[p] = owner(copies.get(p), unavailable, graph, p);
    }
    UUID[] trainers =
        computed
            ? owners.clone()
            : TrainerPlaces.match(
                nodes.places(settings.trainers(), cancellation), seeds(graph, settings), owners);
    UUID[] predictors = new UUID[owners.length];
    Arrays.setAll(
        predictors, p -> able.contains(owners[p]) ? owners[p] : able.get(p % able.size()));
    UUID self = cluster.local().id();
    return new JobPlan(
        job, epoch, self, owners, trainers, predictors, graph, settings, backend, owner);
  }

  /** Nodes that run no trainers, or take no new work. */
  private Set<UUID> others(List<UUID> able) {
    return cluster.servers().stream()
        .map(Node::id)
        .filter(node -> !able.contains(node))
        .collect(Collectors.toSet());
  }

  private static List<Long> seeds(GraphInfo graph, JobSettings settings) {
    return settings.trainsModel() ? TrainedSeeds.of(graph, settings).byPartition() : List.of();
  }

  private static UUID owner(
      List<UUID> copies, Set<UUID> unavailable, GraphInfo graph, int partition) {
    return copies.stream()
        .filter(node -> !unavailable.contains(node))
        .findFirst()
        .or(() -> copies.stream().findFirst())
        .orElseThrow(
            () ->
                new GraphemberException(
                    NodeError.NODE_LOST,
                    "Partition %d of graph %s has no owner: the nodes that held it left the cluster."
                        .formatted(partition, graph.name())));
  }
}
