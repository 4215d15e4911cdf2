// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.graph.store.PartitionTopology;

/**
 * The in-neighbours that one layer reads of the masters of this process, partition by partition.
 * Masters are named by position. Immutable; safe for any thread.
 */
public final class NeighborLists {
  private final InferencePartition[] home;
  private final InLists[] lists;
  private final NeighborDraws draws;

  /**
   * Lists of one layer.
   *
   * @param home partitions of this process by number; null for others
   * @param lists by number of the partition that has the edges
   * @param draws how many in-neighbours are looked at
   */
  public NeighborLists(InferencePartition[] home, InLists[] lists, NeighborDraws draws) {
    this.draws = draws;
    this.home = home;
    this.lists = lists;
  }

  /** Number of all partitions. */
  public int partitions() {
    return lists.length;
  }

  /** Topology of a partition of this process. */
  public PartitionTopology topology(int partition) {
    return home[partition].topology();
  }

  /** Local number of the vertex at a position. */
  public int local(int partition, int position) {
    return home[partition].order().local(position);
  }

  /** Position of a local vertex. */
  public int position(int partition, int local) {
    return home[partition].order().position(local);
  }

  /** Vertex type of a master. */
  public int vertexType(int partition, int position) {
    return topology(partition).types().vertexType(local(partition, position));
  }

  /** In-neighbours of a master that are looked at, in all partitions together. */
  public int neighbors(int partition, int position) {
    return draws.chosen(topology(partition).inDegree(local(partition, position)));
  }

  /** Weight of a vertex in a sum over its in-neighbours. */
  public float weight(int partition, int position) {
    final int inDegree = topology(partition).inDegree(local(partition, position));
    return norm(partition, position) * draws.scale(inDegree);
  }

  /** {@code 1 / sqrt(d + 1)} with the in-degree d of a master in the whole graph. */
  public float norm(int partition, int position) {
    return lists[partition].norm(position);
  }

  /** What one partition has. */
  public InLists of(int partition) {
    return lists[partition];
  }

  /** True if what a partition has is a sum already, weighted where the layer weighs. */
  public boolean summed(int partition) {
    return lists[partition] instanceof SummedLists;
  }
}
