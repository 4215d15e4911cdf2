// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.weighted.WeightedGraph;

/**
 * Looks for the move of a vertex that takes most from the cut: to a partition where it has
 * neighbours, or, if its own has too much of one of its weights, to the one that has least of that.
 * Of equal ones to the emptier. O(neighbours + partitions that these are in * constraints). Used by
 * one thread.
 */
final class MoveSearch {
  private static final int MOVES_A_LOOK = 64; // after so many the emptiest are looked for anew

  private final CutState cut;
  private final WeightedGraph graph;
  private final long[] weightTo; // of the edges of a vertex to each partition
  private final IntArray near = new IntArray(16); // partitions that has any
  private final int[] emptiest; // partition, by each weight, some moves ago
  private long emptiestAt = Long.MIN_VALUE; // moves that had been made then
  private int target;
  private long gain;

  MoveSearch(CutState cut) {
    this.cut = cut;
    graph = cut.graph;
    weightTo = new long[cut.partitions];
    emptiest = new int[graph.constraints()];
  }

  /**
   * Looks for the best move; false if there is none.
   *
   * @param mostExcess by which the move may change the excess
   */
  boolean find(int vertex, double mostExcess) {
    final int from = cut.partitionOf[vertex];
    near.size = 0;
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      final int p = cut.partitionOf[graph.neighbors()[i]];
      if (weightTo[p] == 0) {
        near.add(p);
      }
      weightTo[p] += graph.edgeWeights()[i];
    }
    target = -1;
    for (int i = 0; i < near.size; i++) {
      offer(vertex, near.values[i], mostExcess);
    }
    if (target < 0) { // elsewhere, if it has to go
      for (int c = 0; c < emptiest.length; c++) {
        if (graph.weights()[c][vertex] > 0 && cut.isOver(c, from)) {
          offer(vertex, emptiest(c), mostExcess);
        }
      }
    }
    for (int i = 0; i < near.size; i++) {
      weightTo[near.values[i]] = 0;
    }
    return target >= 0;
  }

  private void offer(int vertex, int to, double mostExcess) {
    final int from = cut.partitionOf[vertex];
    if (to == from
        || (mostExcess < Double.POSITIVE_INFINITY && cut.excessOf(vertex, to) > mostExcess)) {
      return;
    }
    final long wins = weightTo[to] - weightTo[from];
    if (target < 0 || wins > gain || (wins == gain && cut.fullness(to) < cut.fullness(target))) {
      target = to;
      gain = wins;
    }
  }

  private int emptiest(int constraint) {
    if (cut.moves() >= emptiestAt + MOVES_A_LOOK) {
      for (int c = 0; c < emptiest.length; c++) {
        emptiest[c] = cut.emptiest(c);
      }
      emptiestAt = cut.moves();
    }
    return emptiest[constraint];
  }

  /** The partition of the move that was found. */
  int target() {
    return target;
  }

  /** Weight that it takes from the cut, negative if it adds to it. */
  long gain() {
    return gain;
  }
}
