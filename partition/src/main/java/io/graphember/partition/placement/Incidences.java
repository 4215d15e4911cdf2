// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

/**
 * Which partitions of a graph that is cut have edges of the vertices at home here, wherever the
 * edges lie. Used by one thread.
 */
public interface Incidences {
  /** Number of partitions. */
  int partitions();

  /**
   * Partition of a vertex's master that the partitioner named, or {@link EdgeAssignment#NO_MASTER}.
   *
   * @param row row of the vertex
   */
  int master(int row);

  /** Hears of edges at a vertex. */
  @FunctionalInterface
  interface Visitor {
    /** So many edges of a partition end and begin at a vertex; a pair may come several times. */
    void add(int row, int partition, int ending, int beginning);
  }

  /** Tells which edges lie at which vertices: their numbers for a vertex and partition add up. */
  void forEach(Visitor visitor);
}
