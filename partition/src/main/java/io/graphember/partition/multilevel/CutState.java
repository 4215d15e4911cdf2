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
      fullness = Math.max(fullness, (double) loads[c][partition] / Math.max(1, most[c][partition]));
    }
    return fullness;
  }
}
