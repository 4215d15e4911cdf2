// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.partition.weighted.WeightedGraph;

/** A cut of a weighted graph, and how much of each weight its partitions have. */
final class CutState {
  final WeightedGraph graph;
  final int partitions;

  /** Partition of each vertex. */
  final int[] partitionOf;

  /** {@code [constraints][partitions]} */
  final long[][] loads;

  /** Most that a partition should have, the same form. */
  final long[][] most;

  private long moves;

  /** A cut whose loads are counted. */
  CutState(WeightedGraph graph, int[] partitionOf, long[][] most) {
    this.graph = graph;
    this.partitionOf = partitionOf;
    this.most = most;
    partitions = most[0].length;
    loads = new long[graph.constraints()][partitions];
    for (int c = 0; c < loads.length; c++) {
      for (int v = 0; v < partitionOf.length; v++) {
        loads[c][partitionOf[v]] += graph.weights()[c][v];
      }
    }
  }

  void move(int vertex, int to) {
    final int from = partitionOf[vertex];
    for (int c = 0; c < loads.length; c++) {
      loads[c][from] -= graph.weights()[c][vertex];
      loads[c][to] += graph.weights()[c][vertex];
    }
    partitionOf[vertex] = to;
    moves++;
  }

  /** How many moves were made. */
  long moves() {
    return moves;
  }

  /** How much partitions have beyond what they should, as shares of it. */
  double excess() {
    double excess = 0;
    for (int c = 0; c < loads.length; c++) {
      for (int p = 0; p < partitions; p++) {
        excess += excess(c, p, 0);
      }
    }
    return excess;
  }

  /** Whether a partition has more of a weight than it should. */
  boolean isOver(int constraint, int partition) {
    return loads[constraint][partition] > most[constraint][partition];
  }

  /** The partition that has least of a weight, by the most it should; of equal ones the first. */
  int emptiest(int constraint) {
    int emptiest = 0;
    for (int p = 1; p < partitions; p++) {
      emptiest = fullness(constraint, p) < fullness(constraint, emptiest) ? p : emptiest;
    }
    return emptiest;
  }

  private double fullness(int constraint, int partition) {
    return (double) loads[constraint][partition] / Math.max(1, most[constraint][partition]);
  }

  private double excess(int constraint, int partition, long more) {
    final long over = loads[constraint][partition] + more - most[constraint][partition];
    return over <= 0 ? 0 : (double) over / Math.max(1, most[constraint][partition]);
  }

  /** How much a move makes the excess larger; negative if smaller. */
  double excessOf(int vertex, int to) {
    final int from = partitionOf[vertex];
    double change = 0;
    for (int c = 0; c < loads.length; c++) {
      final int weight = graph.weights()[c][vertex];
      change += excess(c, to, weight) - excess(c, to, 0);
      change += excess(c, from, -weight) - excess(c, from, 0);
    }
    return change;
  }

  /** Load of a partition as a share of the most, of the constraint of which it has most. */
  double fullness(int partition) {
    double fullness = 0;
    for (int c = 0; c < loads.length; c++) {
      fullness = Math.max(fullness, fullness(c, partition));
    }
    return fullness;
  }
}
