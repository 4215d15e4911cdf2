// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.memory.array.IntArray;
import io.graphember.spi.Cancellation;

/**
 * Moves vertices between the partitions of a cut in the manner of Fiduccia and Mattheyses, for any
 * number of partitions: each vertex once in a pass, the best move first, moves that make the cut
 * heavier too; then what came after the best moment is taken back.
 *
 * <p>What a vertex gains is kept as a bound, which is looked at anew when it is first in line. A
 * pass is O(E + moves * (neighbours + log V)). Used by one thread.
 */
final class CutRefinement {
  private static final int LEAST_CLIMB = 200; // moves that a pass goes on without a better moment
  private static final double CLIMB_SHARE = 0.01;
  private static final double NOTHING = 1e-12;

  private final CutState cut;
  private final WeightedGraph graph;
  private final Cancellation cancellation;
  private final GainHeap heap;
  private final boolean[] moved;
  private final long[] weightTo; // of the edges of a vertex to each partition
  private final IntArray near = new IntArray(16); // partitions that has any
  private final IntArray journal = new IntArray(64); // vertices that were moved, in order
  private final IntArray origins = new IntArray(64);
  private int target; // of the move that was found last
  private long gain;

  CutRefinement(CutState cut, Cancellation cancellation) {
    this.cut = cut;
    this.cancellation = cancellation;
    graph = cut.graph;
    heap = new GainHeap(graph.vertices());
    moved = new boolean[graph.vertices()];
    weightTo = new long[cut.partitions];
  }

  /** Some passes, fewer if one finds nothing better. */
  void run(int passes) {
    for (int pass = 0; pass < passes && pass(); pass++) {
      cancellation.check();
    }
  }

  /** One pass; true if the cut is better. */
  private boolean pass() {
    final boolean unbalanced = cut.excess() > NOTHING;
    for (int v = 0; v < graph.vertices(); v++) {
      if (find(v) && (unbalanced || isBoundary(v))) {
        heap.put(v, gain);
      }
    }
    final int climb = (int) Math.max(LEAST_CLIMB, CLIMB_SHARE * graph.vertices());
    double excess = cut.excess();
    double bestExcess = excess;
    long won = 0;
    long best = 0;
    int kept = 0;
    while (!heap.isEmpty() && journal.size - kept < climb) {
      final int vertex = heap.remove();
      if (moved[vertex] || !find(vertex)) {
        continue;
      }
      if (!heap.isEmpty() && gain < heap.highest()) {
        heap.put(vertex, gain);
        continue;
      }
      excess += cut.excessOf(vertex, target);
      won += gain;
      move(vertex);
      if (excess < bestExcess - NOTHING || (excess < bestExcess + NOTHING && won > best)) {
        bestExcess = Math.min(bestExcess, excess);
        best = won;
        kept = journal.size;
      }
    }
    final boolean better = kept > 0;
    undo(kept);
    heap.clear();
    return better;
  }

  private boolean isBoundary(int vertex) {
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      if (cut.partitionOf[graph.neighbors()[i]] != cut.partitionOf[vertex]) {
        return true;
      }
    }
    return false;
  }

  private void move(int vertex) {
    final int from = cut.partitionOf[vertex];
    journal.add(vertex);
    origins.add(from);
    moved[vertex] = true;
    cut.move(vertex, target);
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      final int neighbor = graph.neighbors()[i];
      if (!moved[neighbor]) {
        final long more = 2L * graph.edgeWeights()[i]; // it gains no more by this move
        if (heap.has(neighbor)) {
          heap.put(neighbor, heap.gain(neighbor) + more);
        } else if (find(neighbor)) {
          heap.put(neighbor, gain);
        }
      }
    }
  }

  private void undo(int kept) {
    for (int i = journal.size - 1; i >= 0; i--) {
      final int vertex = journal.values[i];
      moved[vertex] = false;
      if (i >= kept) {
        cut.move(vertex, origins.values[i]);
      }
    }
    journal.size = 0;
    origins.size = 0;
  }

  /** Looks for the best move of a vertex; false if there is none that balance allows. */
  private boolean find(int vertex) {
    final int from = cut.partitionOf[vertex];
    near.size = 0;
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      final int p = cut.partitionOf[graph.neighbors()[i]];
      if (weightTo[p] == 0) {
        near.add(p);
      }
      weightTo[p] += graph.edgeWeights()[i];
    }
    final long own = weightTo[from];
    target = -1;
    for (int i = 0; i < near.size; i++) {
      offer(vertex, near.values[i], weightTo[near.values[i]] - own);
    }
    if (target < 0 && cut.fullness(from) > 1) { // anywhere, if it has to go
      for (int p = 0; p < cut.partitions; p++) {
        offer(vertex, p, weightTo[p] - own);
      }
    }
    for (int i = 0; i < near.size; i++) {
      weightTo[near.values[i]] = 0;
    }
    return target >= 0;
  }

  private void offer(int vertex, int p, long wins) {
    if (p == cut.partitionOf[vertex] || cut.excessOf(vertex, p) > NOTHING) {
      return;
    }
    if (target < 0 || wins > gain || (wins == gain && cut.fullness(p) < cut.fullness(target))) {
      target = p;
      gain = wins;
    }
  }
}
