// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.local;

import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The nodes, as one of them sees them. */
record LocalView(LocalCluster cluster, Node local) implements Cluster {
  @Override
  public boolean has(UUID node) {
    return cluster.nodes().stream().anyMatch(other -> other.self().id().equals(node));
  }

  @Override
  public List<Node> servers() {
    return cluster.nodes().stream().map(LocalNode::self).toList();
  }

  @Override
  public long topologyVersion() {
    return cluster.topologyVersion();
  }

  @Override
  public List<List<UUID>> copies(String cache) {
    return cluster.copies(cache);
  }

  @Override
  public Optional<UUID> primary(String cache, int partition) {
    return cluster.copies(cache).get(partition).stream().findFirst();
  }

  @Override
  public Collection<Integer> lostPartitions(String cache) {
    return cluster.lost(cache);
  }
}
