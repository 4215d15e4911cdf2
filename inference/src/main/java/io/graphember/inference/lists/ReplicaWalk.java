// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.graph.store.ReplicaSets;

/**
 * Goes over the replicas of a master in the order of their partitions, the master's own among them.
 * Partial sums are added in this order, so that a result depends on the cut and on nothing else.
 * Moved from vertex to vertex; used by one thread.
 */
public final class ReplicaWalk {
  private final int home;
  private final ReplicaSets replicas;
  private int entry;
  private int end;
  private int master;
  private boolean homeDone;
  private int partition;
  private int local;

  public ReplicaWalk(int home, PartitionTopology topology) {
    this.home = home;
    this.replicas = topology.replicas();
  }

  public void moveTo(int vertex) {
    master = vertex;
    entry = replicas.offsets().get(vertex);
    end = replicas.offsets().get(vertex + 1);
    homeDone = false;
  }

  /** Goes to the next replica; false after the last. */
  public boolean next() {
    final int other = entry < end ? replicas.partitions().get(entry) : Integer.MAX_VALUE;
    if (!homeDone && home < other) {
      homeDone = true;
      partition = home;
      local = master;
      return true;
    }
    if (entry == end) {
      return false;
    }
    partition = other;
    local = replicas.locals().get(entry++);
    return true;
  }

  /** Partition of the replica. */
  public int partition() {
    return partition;
  }

  /** Local number of the vertex there. */
  public int local() {
    return local;
  }
}
