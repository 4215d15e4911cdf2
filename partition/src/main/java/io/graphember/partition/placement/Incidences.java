// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

/**
 * Which partitions of a graph that is cut have edges of which vertices, wherever the edges lie.
 * Used by one thread.
 */
public interface Incidences {
  /** Number of vertices, isolated ones too. */
  int vertices();

  /** Number of partitions. */
  int partitions();

  /**
   * Partition of a vertex's master that the partitioner named, or {@link EdgeAssignment#NO_MASTER}.
   */
  int master(int vertex);

  /** Hears of edges at a vertex. */
  @FunctionalInterface
  interface Visitor {
    /** So many edges of a partition end and begin at a vertex; a pair may come several times. */
    void add(int vertex, int partition, int ending, int beginning);
  }

  /** Tells which edges lie at which vertices: their numbers for a vertex and partition add up. */
  void forEach(Visitor visitor);
}
