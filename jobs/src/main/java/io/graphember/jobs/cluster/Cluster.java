// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.cluster;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** The nodes of the cluster as this one sees them. Safe for use by several threads. */
public interface Cluster {
  /** This node, which has joined. */
  Node local();

  /** True if a node, server or client, is in the cluster. */
  boolean has(UUID node);

  /** All server nodes, the oldest first. */
  List<Node> servers();

  /** The oldest server node, which does what only one may do; empty while none is there. */
  default Optional<Node> oldest() {
    return servers().stream().findFirst();
  }

  /** True if that is this node. */
  default boolean isOldest() {
    return oldest().filter(node -> node.id().equals(local().id())).isPresent();
  }

  /** The server node of that name, if it is in the cluster. */
  default Optional<Node> server(String name) {
    return servers().stream().filter(node -> node.name().equals(name)).findFirst();
  }

  /** Names of all server nodes. */
  default Set<String> serverNames() {
    return servers().stream().map(Node::name).collect(Collectors.toSet());
  }

  /** Changes whenever a node joins or leaves. */
  long topologyVersion();

  /**
   * The nodes that hold each partition of a cache.
   *
   * @return by partition; the primary copy first, then its backups
   */
  List<List<UUID>> copies(String cache);

  /** The node that has the primary copy of a partition of a cache now, if there is one. */
  Optional<UUID> primary(String cache, int partition);

  /** Partitions of a cache of which no copy is left. */
  Collection<Integer> lostPartitions(String cache);
}
