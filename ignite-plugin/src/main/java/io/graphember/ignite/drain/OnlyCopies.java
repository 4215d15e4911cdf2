// SPDX-License-Identifier: Apache-2.0
package io.graphember.ignite.drain;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.ignite.Ignite;
import org.apache.ignite.cache.affinity.Affinity;
import org.apache.ignite.cluster.ClusterNode;

/** What goes with a node when it is stopped: partitions of which no other node has a copy. */
public final class OnlyCopies {
  private static final String OURS = "graphember.";

  private final Ignite ignite;

  /** Copies in a node's cluster. */
  public OnlyCopies(Ignite ignite) {
    this.ignite = ignite;
  }

  /** Names of our caches of which a node has the only copy of a partition. */
  public List<String> of(ClusterNode node) {
    return ignite.cacheNames().stream()
        .filter(name -> name.startsWith(OURS))
        .filter(name -> onlyThere(ignite.affinity(name), node))
        .sorted()
        .toList();
  }

  private static boolean onlyThere(Affinity<Object> affinity, ClusterNode node) {
    return IntStream.range(0, affinity.partitions())
        .mapToObj(affinity::mapPartitionToPrimaryAndBackups)
        .map((Collection<ClusterNode> copies) -> Set.copyOf(copies))
        .anyMatch(Set.of(node)::equals);
  }
}
