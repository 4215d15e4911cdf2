// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.transport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * The nodes of a placement as hosts of the ports, this node last: its requests are method calls, so
 * the others are asked first. Immutable.
 */
final class Hosts {
  private final List<UUID> nodes;
  private final int[] hostOfPartition;
  private final UUID self;

  Hosts(UUID[] owners, UUID self) {
    this.self = self;
    Set<UUID> distinct = new LinkedHashSet<>(Arrays.asList(owners));
    boolean local = distinct.remove(self);
    nodes = new ArrayList<>(distinct);
    if (local) {
      nodes.add(self);
    }
    hostOfPartition = new int[owners.length];
    Arrays.setAll(hostOfPartition, p -> nodes.indexOf(owners[p]));
  }

  int count() {
    return nodes.size();
  }

  int ofPartition(int partition) {
    return hostOfPartition[partition];
  }

  UUID node(int host) {
    return nodes.get(host);
  }

  boolean isSelf(int host) {
    return nodes.get(host).equals(self);
  }
}
