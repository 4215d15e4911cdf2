// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.NodeError;
import io.graphember.ignite.affinity.NodeRole;
import io.graphember.ignite.live.JobPlan;
import io.graphember.spi.error.GraphemberException;
import io.graphember.training.job.JobSettings;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.affinity.Affinity;
import org.apache.ignite.cluster.ClusterNode;

/** Where the partitions and trainers of a job lie. */
final class Placement {
  private final Ignite ignite;

  Placement(Ignite ignite) {
    this.ignite = ignite;
  }

  /**
   * The placement of now: partitions at their primaries, trainer r on trainer node r modulo their
   * number, oldest first; results of a partition are computed by its owner, or, if that runs no
   * trainers, by a trainer node.
   */
  JobPlan plan(long job, int epoch, GraphInfo graph, JobSettings settings, String backend) {
    Affinity<Long> affinity = ignite.affinity(graph.cache());
    UUID[] owners = new UUID[graph.partitions()];
    for (int p = 0; p < owners.length; p++) {
      ClusterNode owner = affinity.mapPartitionToNode(p);
      if (owner == null) {
        throw new GraphemberException(
            NodeError.NODE_LOST,
            "Partition %d of graph %s has no owner: the nodes that held it left the cluster."
                .formatted(p, graph.name()));
      }
      owners[p] = owner.id();
    }
    List<UUID> able = trainerNodes();
    UUID[] trainers = new UUID[settings.trainers()];
    Arrays.setAll(trainers, rank -> able.get(rank % able.size()));
    UUID[] predictors = new UUID[owners.length];
    Arrays.setAll(
        predictors, p -> able.contains(owners[p]) ? owners[p] : able.get(p % able.size()));
    UUID self = ignite.cluster().localNode().id();
    return new JobPlan(job, epoch, self, owners, trainers, predictors, graph, settings, backend);
  }

  private List<UUID> trainerNodes() {
    List<UUID> able =
        ignite.cluster().forServers().nodes().stream()
            .filter(NodeRole.TRAINER::apply)
            .sorted(Comparator.comparingLong(ClusterNode::order))
            .map(ClusterNode::id)
            .toList();
    if (able.isEmpty()) {
      throw new GraphemberException(
          NodeError.TRAINER_MISSING,
          "No node of the cluster runs trainers: start one with GraphemberConfiguration.trainer true.");
    }
    return able;
  }
}
