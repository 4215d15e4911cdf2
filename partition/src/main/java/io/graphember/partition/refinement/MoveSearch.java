// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexCut;
import java.util.Arrays;

/**
 * Finds the best move of a vertex: all its edges of one partition to another, one that has any of
 * its neighbours or the smallest of all, which may have none yet. A pure function of the cut, with
 * scratch of its own: one for each worker.
 *
 * <p>One scan of the vertex's slots gives for each of its partitions p how many edges it has there,
 * how many of the neighbours would leave p, and how many are in each q already.
 */
final class MoveSearch {
  /** Vertices of a higher degree stay: they are in most partitions anyway. */
  static final int MOST_DEGREE = 256;

  private static final int MOST_FREE_DEGREE = 64;

  private final VertexCut cut;
  private final long[] lone; // partitions in which a vertex has one edge
  private final BalancePotential potential;
  private final int[] moved; // [p]: edges of the vertex in p
  private final int[] leaving; // [p]: neighbours that would leave p
  private final int[] present; // [p, q]: neighbours by p-edges that q holds
  private final int[] edgePartitions = new int[MOST_DEGREE];
  private final long[] neighborSets = new long[MOST_DEGREE];
  private double change; // of the best move so far
  private long move;

  MoveSearch(VertexCut cut, long[] lone, BalancePotential potential) {
    this.cut = cut;
    this.lone = lone;
    this.potential = potential;
    moved = new int[cut.partitions];
    leaving = new int[cut.partitions];
    present = new int[cut.partitions * cut.partitions];
  }

  /**
   * Looks for the move that makes Phi smallest.
   *
   * @param mostNew replicas that a move may add
   * @return a {@link Move}, or {@link Move#NONE} if no move makes Phi smaller
   */
  long find(int vertex, int mostNew) {
    final int degree = cut.graph.degree(vertex);
    final long set = cut.sets[vertex];
    move = Move.NONE;
    if (degree == 0 || degree > MOST_DEGREE) {
      return move;
    }
    change = BalancePotential.WORTH;
    boolean interior = (set & (set - 1)) == 0;
    if (interior && !potential.overloaded(Long.numberOfTrailingZeros(set))) {
      if (!potential.balanced() && degree <= MOST_FREE_DEGREE) {
        findFree(vertex);
      }
      return move;
    }
    long reachable = scan(vertex, set);
    findBest(set, reachable | 1L << potential.smallest(), mostNew);
    return move;
  }

  /** An interior vertex may go where all its neighbours are: that costs no replica. */
  private void findFree(int vertex) {
    final int end = cut.graph.offsets[vertex + 1];
    final long[] slots = cut.graph.slots;
    long everywhere = ~cut.sets[vertex];
    for (int i = cut.graph.offsets[vertex]; i < end && everywhere != 0; i++) {
      everywhere &= cut.sets[SimpleGraph.neighbor(slots[i])];
    }
    if (everywhere == 0) {
      return;
    }
    final int p = Long.numberOfTrailingZeros(cut.sets[vertex]);
    int left = 1;
    for (int i = cut.graph.offsets[vertex]; i < end; i++) {
      left += (int) (lone[SimpleGraph.neighbor(slots[i])] >>> p & 1);
    }
    final int degree = cut.graph.degree(vertex);
    for (long q = everywhere; q != 0; q &= q - 1) {
      offer(p, left, Long.numberOfTrailingZeros(q), 1, degree);
    }
  }

  /** Keeps a move if it is the best so far. */
  private void offer(int p, int left, int q, int joined, int edges) {
    double offered = potential.change(p, left, q, joined, edges);
    if (offered < change && potential.spares(p, edges)) {
      change = offered;
      move = Move.of(p, left, q, joined, edges);
    }
  }

  /** Fills the counts; the partitions that hold any of the neighbours. */
  private long scan(int vertex, long set) {
    final int partitions = cut.partitions;
    for (long rest = set; rest != 0; rest &= rest - 1) {
      int p = Long.numberOfTrailingZeros(rest);
      moved[p] = 0;
      leaving[p] = 0;
      Arrays.fill(present, p * partitions, (p + 1) * partitions, 0);
    }
    final int degree = cut.graph.degree(vertex);
    final long reachable = set | lookUp(cut.graph.offsets[vertex], degree);
    for (int i = 0; i < degree; i++) {
      final int p = edgePartitions[i];
      for (long rest = neighborSets[i] & ~(1L << p); rest != 0; rest &= rest - 1) {
        present[p * partitions + Long.numberOfTrailingZeros(rest)]++;
      }
    }
    return reachable;
  }

  /** Looks up edges and neighbours in one go, so that cache misses overlap; all their sets. */
  private long lookUp(int firstSlot, int degree) {
    final long[] slots = cut.graph.slots;
    long union = 0;
    for (int i = 0; i < degree; i++) {
      long slot = slots[firstSlot + i];
      int neighbor = SimpleGraph.neighbor(slot);
      int p = cut.assigned[SimpleGraph.edge(slot)];
      long held = cut.sets[neighbor];
      edgePartitions[i] = p;
      neighborSets[i] = held;
      union |= held;
      moved[p]++;
      leaving[p] += (int) (lone[neighbor] >>> p & 1);
    }
    return union;
  }

  private void findBest(long set, long reachable, int mostNew) {
    for (long rest = set; rest != 0; rest &= rest - 1) {
      final int p = Long.numberOfTrailingZeros(rest);
      final int left = 1 + leaving[p];
      for (long others = reachable & ~(1L << p); others != 0; others &= others - 1) {
        int q = Long.numberOfTrailingZeros(others);
        int joined = moved[p] - present[p * cut.partitions + q] + (int) (~set >>> q & 1);
        if (joined - left <= mostNew) {
          offer(p, left, q, joined, moved[p]);
        }
      }
    }
  }
}
