// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.Cancellation;
import java.util.Arrays;

/**
 * Moves vertices between the partitions of a cut in the manner of Fiduccia and Mattheyses, for any
 * number of partitions and of balance constraints: each vertex once in a pass, the best move first,
 * moves that make the cut heavier too; then what came after the best moment is taken back.
 *
 * <p>A pass begins with moves that lessen the excess, as long as there are any. Where partitions
 * are full every further move would add to it. So a move may, but then only such moves follow that
 * lessen it, until the excess is what it was: vertices change places, two or more. If a few looks
 * find no such move, the first one is taken back.
 *
 * <p>What a vertex gains is kept as a bound, which is looked at anew when it is first in line; so
 * often in a pass, then the vertex stays. A pass is O(E + moves * (neighbours + log V)). Used by
 * one thread.
 */
final class CutRefinement {
  private static final int LEAST_CLIMB = 200; // moves that a pass goes on without a better moment
  private static final double CLIMB_SHARE = 0.01;
  private static final double NOTHING = 1e-12;
  private static final byte MOST_LOOKS = 32;
  private static final int MOST_ASIDE = 64; // vertices that are tried to lessen the excess again

  private final CutState cut;
  private final WeightedGraph graph;
  private final Cancellation cancellation;
  private final MoveSearch search;
  private final GainHeap heap;
  private final byte[] looks; // at each vertex in the pass; MOST_LOOKS if it does not move any more
  private final IntArray journal = new IntArray(64); // vertices that were moved, in order
  private final IntArray origins = new IntArray(64);
  private final IntArray aside = new IntArray(MOST_ASIDE); // vertices that do not lessen the excess
  private double excess;
  private double least; // excess that was reached
  private long won; // by the moves of the journal

  CutRefinement(CutState cut, Cancellation cancellation) {
    this.cut = cut;
    this.cancellation = cancellation;
    graph = cut.graph;
    search = new MoveSearch(cut);
    heap = new GainHeap(graph.vertices());
    looks = new byte[graph.vertices()];
  }

  /** Some passes, fewer if one finds nothing better. */
  void run(int passes) {
    for (int pass = 0; pass < passes && (balance() | improve()); pass++) {
      cancellation.check();
    }
  }

  /** Moves that lessen the excess, the best for the cut first; true if there were any. */
  private boolean balance() {
    excess = cut.excess();
    for (int v = 0; excess > NOTHING && v < graph.vertices(); v++) {
      put(v, -NOTHING);
    }
    while (!heap.isEmpty() && excess > NOTHING) {
      move(heap.remove(), -NOTHING);
    }
    final boolean moved = journal.size > 0;
    forget();
    return moved;
  }

  /** Moves at the boundary that make the cut lighter in the end; true if there were any. */
  private boolean improve() {
    for (int v = 0; v < graph.vertices(); v++) {
      if (isBoundary(v)) {
        put(v, Double.POSITIVE_INFINITY);
      }
    }
    final int climb = (int) Math.max(LEAST_CLIMB, CLIMB_SHARE * graph.vertices());
    least = excess;
    long best = 0;
    int kept = 0;
    while (!heap.isEmpty() && journal.size - kept < climb) {
      if (!exchange(heap.remove())) {
        continue;
      }
      final boolean emptier = excess < least - NOTHING;
      if (emptier || won > best) {
        least = Math.min(least, excess);
        best = won;
        kept = journal.size;
      }
    }
    final boolean better = kept > 0;
    undo(kept);
    forget();
    return better;
  }

  /**
   * Moves a vertex, and others that bring the excess back to what it was; false if nothing has
   * changed.
   */
  private boolean exchange(int vertex) {
    final int before = journal.size;
    final long wonBefore = won;
    final double excessBefore = excess;
    if (!move(vertex, Double.POSITIVE_INFINITY)) {
      return false;
    }
    while (excess > least + NOTHING && !heap.isEmpty() && aside.size < MOST_ASIDE) {
      final int next = heap.remove();
      if (!move(next, -NOTHING) && !heap.has(next)) {
        aside.add(next);
      }
    }
    final boolean repaid = excess <= least + NOTHING;
    if (!repaid) {
      undo(before);
      won = wonBefore;
      excess = excessBefore;
    }
    for (int i = 0; i < aside.size; i++) {
      final int other = aside.values[i];
      if (looks[other] < MOST_LOOKS && !heap.has(other)) {
        heap.put(other, heap.gain(other));
      }
    }
    aside.size = 0;
    return repaid;
  }

  /**
   * Looks at a vertex that was first in line, and moves it if it still is.
   *
   * @param mostExcess by which the move may change the excess
   */
  private boolean move(int vertex, double mostExcess) {
    if (!looked(vertex, mostExcess)) {
      return false;
    }
    if (!heap.isEmpty() && search.gain() < heap.highest()) {
      heap.put(vertex, search.gain());
      return false;
    }
    final int target = search.target();
    journal.add(vertex);
    origins.add(cut.partitionOf[vertex]);
    looks[vertex] = MOST_LOOKS;
    excess += cut.excessOf(vertex, target);
    won += search.gain();
    cut.move(vertex, target);
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      final int neighbor = graph.neighbors()[i];
      if (heap.has(neighbor)) { // it gains no more by this move
        heap.put(neighbor, heap.gain(neighbor) + 2L * graph.edgeWeights()[i]);
      } else if (looked(neighbor, Double.POSITIVE_INFINITY)) {
        heap.put(neighbor, search.gain());
      }
    }
    return true;
  }

  /** Looks for the best move of a vertex that was not looked at too often. */
  private boolean looked(int vertex, double mostExcess) {
    if (looks[vertex] == MOST_LOOKS) {
      return false;
    }
    looks[vertex]++;
    return search.find(vertex, mostExcess);
  }

  private void put(int vertex, double mostExcess) {
    if (search.find(vertex, mostExcess)) {
      heap.put(vertex, search.gain());
    }
  }

  private boolean isBoundary(int vertex) {
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      if (cut.partitionOf[graph.neighbors()[i]] != cut.partitionOf[vertex]) {
        return true;
      }
    }
    return false;
  }

  private void undo(int kept) {
    while (journal.size > kept) {
      journal.size--;
      origins.size--;
      cut.move(journal.values[journal.size], origins.values[origins.size]);
    }
  }

  /** All vertices may move again. */
  private void forget() {
    Arrays.fill(looks, (byte) 0);
    journal.size = 0;
    origins.size = 0;
    won = 0;
    heap.clear();
  }
}
