// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.schema.EdgeAttributes;

/** The edges of a graph that is cut, wherever they lie. Used by one thread. */
public interface PlacedEdges {
  /** Number of vertices, isolated ones too. */
  int vertices();

  /** Number of partitions. */
  int partitions();

  /** Edges of each partition. */
  long[] partitionEdges();

  /** Edges of each stored type. */
  long[] typeEdges();

  /** What edges carry. */
  EdgeAttributes attributes();

  /**
   * Partition of a vertex's master that the partitioner named, or {@link EdgeAssignment#NO_MASTER}.
   */
  int master(int vertex);

  /** Hears of edges at a vertex. */
  @FunctionalInterface
  interface IncidenceVisitor {
    /** So many edges of a partition end and begin at a vertex; a pair may come several times. */
    void add(int vertex, int partition, int ending, int beginning);
  }

  /** Tells which edges lie at which vertices: their numbers for a vertex and partition add up. */
  void forEachIncidence(IncidenceVisitor visitor);

  /** The edges of a partition. */
  PartitionEdges partition(int partition);

  /** Number of edges. */
  default long edges() {
    long sum = 0;
    for (long edges : partitionEdges()) {
      sum += edges;
    }
    return sum;
  }
}
