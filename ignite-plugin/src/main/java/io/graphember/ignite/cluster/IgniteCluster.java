// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.cluster;

import io.graphember.ignite.affinity.NodeRole;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import jakarta.inject.Inject;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.affinity.Affinity;
import org.apache.ignite.cluster.ClusterNode;

/** Ignite's topology. */
public final class IgniteCluster implements Cluster {
  private static final String CLIENT_PORT_ATTRIBUTE = "clientListenerPort";

  private final Ignite ignite;

  /** The cluster of a node. */
  @Inject
  public IgniteCluster(Ignite ignite) {
    this.ignite = ignite;
  }

  /** The same node as jobs see it; its name is the consistent id. */
  public static Node node(ClusterNode node) {
    final Integer port = node.attribute(CLIENT_PORT_ATTRIBUTE);
    return new Node(
        node.id(),
        String.valueOf(node.consistentId()),
        NodeRole.STORAGE.apply(node),
        NodeRole.TRAINER.apply(node),
        Math.max(1, node.metrics().getTotalCpus()),
        port == null ? 0 : port);
  }

  @Override
  public Node local() {
    return node(ignite.cluster().localNode());
  }

  @Override
  public boolean has(UUID node) {
    return ignite.cluster().node(node) != null;
  }

  @Override
  public List<Node> servers() {
    return ignite.cluster().forServers().nodes().stream()
        .sorted(Comparator.comparingLong(ClusterNode::order))
        .map(IgniteCluster::node)
        .toList();
  }

  @Override
  public long topologyVersion() {
    return ignite.cluster().topologyVersion();
  }

  @Override
  public List<List<UUID>> copies(String cache) {
    Affinity<Object> affinity = ignite.affinity(cache);
    return IntStream.range(0, affinity.partitions())
        .mapToObj(affinity::mapPartitionToPrimaryAndBackups)
        .map(copies -> copies.stream().map(ClusterNode::id).toList())
        .toList();
  }

  @Override
  public Optional<UUID> primary(String cache, int partition) {
    return Optional.ofNullable(ignite.affinity(cache).mapPartitionToNode(partition))
        .map(ClusterNode::id);
  }

  @Override
  public Collection<Integer> lostPartitions(String cache) {
    return ignite.cache(cache).lostPartitions();
  }
}
