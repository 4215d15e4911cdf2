// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.job;

import io.graphember.client.api.GraphInfo;
import io.graphember.ignite.NodeError;
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
   * The placement of now: partitions at their primaries, trainer r on server r modulo the number of
   * servers, oldest first.
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
    List<UUID> servers =
        ignite.cluster().forServers().nodes().stream()
            .sorted(Comparator.comparingLong(ClusterNode::order))
            .map(ClusterNode::id)
            .toList();
    UUID[] trainers = new UUID[settings.training().trainers()];
    Arrays.setAll(trainers, rank -> servers.get(rank % servers.size()));
    UUID self = ignite.cluster().localNode().id();
    return new JobPlan(job, epoch, self, owners, trainers, graph, settings, backend);
  }
}
