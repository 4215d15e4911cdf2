// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.drain;

import io.graphember.jobs.cluster.Caches;
import io.graphember.jobs.cluster.Cluster;
import io.graphember.jobs.cluster.Node;
import jakarta.inject.Inject;
import java.util.List;

/** What goes with a node when it is stopped: partitions of which no other node has a copy. */
public final class OnlyCopies {
  private static final String OURS = "graphember.";

  private final Cluster cluster;
  private final Caches caches;

  /** Copies in a node's cluster. */
  @Inject
  public OnlyCopies(Cluster cluster, Caches caches) {
    this.cluster = cluster;
    this.caches = caches;
  }

  /** Names of our caches of which a node has the only copy of a partition. */
  public List<String> of(Node node) {
    return caches.names().stream()
        .filter(name -> name.startsWith(OURS))
        .filter(name -> cluster.copies(name).stream().anyMatch(List.of(node.id())::equals))
        .sorted()
        .toList();
  }
}
