// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.graph.store.PartitionTopology;
import java.util.Optional;

/**
 * The in-neighbours that one layer reads of the masters of this process, partition by partition.
 * Masters are named by position. Immutable; safe for any thread.
 */
public final class NeighborLists {
  private final InferencePartition[] home;
  private final InLists[] lists;
  private final NeighborDraws draws;
  private final Optional<Selection> selection; // empty for all masters

  /** Some masters of each partition, and where their own rows lie behind those of the sources. */
  private record Selection(int[][] masters, int[] firstRows) {}

  /**
   * Lists of one layer.
   *
   * @param home partitions of this process by number; null for others
   * @param lists by number of the partition that has the edges
   * @param draws how many in-neighbours are looked at
   */
  public NeighborLists(InferencePartition[] home, InLists[] lists, NeighborDraws draws) {
    this(home, lists, draws, Optional.empty());
  }

  private NeighborLists(
      InferencePartition[] home,
      InLists[] lists,
      NeighborDraws draws,
      Optional<Selection> selection) {
    this.draws = draws;
    this.home = home;
    this.lists = lists;
    this.selection = selection;
  }

  /**
   * Lists of some masters alone, all in-neighbours of each: their positions are those in which they
   * are named.
   *
   * @param home partitions of this process by number; null for others
   * @param lists by number of the partition that has the edges
   * @param masters local numbers by partition; null for partitions of others
   * @param firstRows row of the first of them in the matrix of each partition, others follow
   */
  public static NeighborLists ofSome(
      InferencePartition[] home, InLists[] lists, int[][] masters, int[] firstRows) {
    return new NeighborLists(
        home, lists, NeighborDraws.NONE, Optional.of(new Selection(masters, firstRows)));
  }

  /** Number of all partitions. */
  public int partitions() {
    return lists.length;
  }

  /** Topology of a partition of this process. */
  public PartitionTopology topology(int partition) {
    return home[partition].topology();
  }

  /** Number of masters of a partition of this process that have positions. */
  public int masters(int partition) {
    return selection.isPresent()
        ? selection.get().masters()[partition].length
        : topology(partition).masters();
  }

  /** Local number of the vertex at a position. */
  public int local(int partition, int position) {
    return selection.isPresent()
        ? selection.get().masters()[partition][position]
        : home[partition].order().local(position);
  }

  /** Number of a master's own row in the matrix of its partition. */
  int row(int partition, int position) {
    return selection.isPresent() ? selection.get().firstRows()[partition] + position : position;
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
    return selection.isPresent()
        ? ResidentLists.ofDegree(topology(partition).inDegree(local(partition, position)))
        : lists[partition].norm(position);
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
