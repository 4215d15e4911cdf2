// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.Cancellation;
import java.util.Arrays;

/**
 * Moves vertices between the partitions of a cut in the manner of Fiduccia and Mattheyses, for any
 * number of partitions: each vertex once in a pass, the best move first, moves that make the cut
 * heavier too; then what came after the best moment is taken back.
 *
 * <p>What a vertex gains is kept as a bound, as long as no partition gets room, which is looked at
 * anew when it is first in line; so often in a pass, then the vertex stays. A pass is O(E + moves *
 * (neighbours + log V)). Used by one thread.
 */
final class CutRefinement {
  private static final int LEAST_CLIMB = 200; // moves that a pass goes on without a better moment
  private static final double CLIMB_SHARE = 0.01;
  private static final double NOTHING = 1e-12;
  private static final byte MOST_LOOKS = 32;
  private static final int MOVES_A_SEARCH = 64;

  private final CutState cut;
  private final WeightedGraph graph;
  private final Cancellation cancellation;
  private final GainHeap heap;
  private final byte[] looks; // at each vertex in the pass; MOST_LOOKS if it does not move any more
  private final long[] weightTo; // of the edges of a vertex to each partition
  private final IntArray near = new IntArray(16); // partitions that has any
  private final IntArray journal = new IntArray(64); // vertices that were moved, in order
  private final IntArray origins = new IntArray(64);
  private int target; // of the move that was found last
  private long gain;
  private int emptiest; // partition, when it was searched
  private int searchedAt = Integer.MAX_VALUE; // after so many moves of the pass

  CutRefinement(CutState cut, Cancellation cancellation) {
    this.cut = cut;
    this.cancellation = cancellation;
    graph = cut.graph;
    heap = new GainHeap(graph.vertices());
    looks = new byte[graph.vertices()];
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
      if (!looked(vertex)) {
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

  /** Looks for the best move of a vertex that was not looked at too often. */
  private boolean looked(int vertex) {
    if (looks[vertex] == MOST_LOOKS) {
      return false;
    }
    looks[vertex]++;
    return find(vertex);
  }

  private void move(int vertex) {
    final int from = cut.partitionOf[vertex];
    journal.add(vertex);
    origins.add(from);
    looks[vertex] = MOST_LOOKS;
    cut.move(vertex, target);
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      final int neighbor = graph.neighbors()[i];
      if (looks[neighbor] < MOST_LOOKS) {
        final long more = 2L * graph.edgeWeights()[i]; // it gains no more by this move
        if (heap.has(neighbor)) {
          heap.put(neighbor, heap.gain(neighbor) + more);
        } else if (looked(neighbor)) {
          heap.put(neighbor, gain);
        }
      }
    }
  }

  private void undo(int kept) {
    for (int i = journal.size - 1; i >= 0; i--) {
      final int vertex = journal.values[i];
      if (i >= kept) {
        cut.move(vertex, origins.values[i]);
      }
    }
    Arrays.fill(looks, (byte) 0);
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
    if (target < 0 && cut.fullness(from) > 1) { // elsewhere, if it has to go
      final int emptiest = emptiest();
      offer(vertex, emptiest, weightTo[emptiest] - own);
    }
    for (int i = 0; i < near.size; i++) {
      weightTo[near.values[i]] = 0;
    }
    return target >= 0;
  }

  /** The emptiest partition, a few moves ago. */
  private int emptiest() {
    if (journal.size < searchedAt || journal.size >= searchedAt + MOVES_A_SEARCH) {
      emptiest = 0;
      for (int p = 1; p < cut.partitions; p++) {
        emptiest = cut.fullness(p) < cut.fullness(emptiest) ? p : emptiest;
      }
      searchedAt = journal.size;
    }
    return emptiest;
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
