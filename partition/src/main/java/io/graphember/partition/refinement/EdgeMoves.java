// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexCut;
import io.graphember.spi.CounterRandom;

/**
 * Moves edges of heavy partitions to lighter ones that hold both ends already, which balances edges
 * and costs no replica.
 *
 * <p>The lightest such partition of every edge is looked up on the cut as it is; of the edges that
 * could go from p to q as many go as p has over the mean and q has below it, chosen by hash. Both
 * homes of an edge know all that decides, so they agree without a word: two supersteps, of P^2
 * counts and of the vertices that leave a partition.
 */
final class EdgeMoves {
  private final VertexCut cut;
  private final SimpleGraph graph;
  private final ReplicaCounts counts;
  private final long key;
  private final double mean;
  private final long[] sizes; // E_p before any of the moves
  private final long light; // partitions with fewer edges than the mean

  /**
   * Moves of one pass.
   *
   * @param key of the hash
   */
  EdgeMoves(VertexCut cut, ReplicaCounts counts, long key) {
    this.cut = cut;
    this.counts = counts;
    this.key = key;
    graph = cut.graph;
    mean = VertexCut.mean(cut.edges);
    sizes = cut.edges.clone();
    long set = 0;
    for (int p = 0; p < cut.partitions; p++) {
      set |= sizes[p] < mean ? 1L << p : 0;
    }
    light = set;
  }

  /** Makes the moves; true if there are any. */
  boolean make() {
    double[] shares = shares(countCandidates());
    boolean any = false;
    for (double share : shares) {
      any |= share > 0;
    }
    if (any) {
      move(shares);
      counts.publish();
    }
    return any;
  }

  /** The partition that an edge of p should go to, -1 for none. */
  private int target(int u, int w, int p) {
    if (sizes[p] <= mean) {
      return -1;
    }
    int best = -1;
    for (long rest = cut.sets[u] & cut.sets[w] & light; rest != 0; rest &= rest - 1) {
      int q = Long.numberOfTrailingZeros(rest);
      best = best < 0 || sizes[q] < sizes[best] ? q : best;
    }
    return best;
  }

  /** How many edges could go from p to q: [p, q]; an edge counts at one end. */
  private long[] countCandidates() {
    final int partitions = cut.partitions;
    long[] candidates = new long[partitions * partitions];
    for (int u = 0; u < graph.own(); u++) {
      for (int i = graph.offsets[u]; i < graph.offsets[u + 1]; i++) {
        final int w = SimpleGraph.neighbor(graph.slots[i]);
        final int p = cut.assigned[SimpleGraph.edge(graph.slots[i])];
        final int q = graph.countsAt(u, w) ? target(u, w, p) : -1;
        if (q >= 0) {
          candidates[p * partitions + q]++;
        }
      }
    }
    return graph.shared.exchange().sums(candidates);
  }

  /** Which share of the candidates goes: what p has to give, to each q as far as it has room. */
  private double[] shares(long[] candidates) {
    final int partitions = cut.partitions;
    double[] shares = new double[candidates.length];
    double[] room = new double[partitions];
    for (int q = 0; q < partitions; q++) {
      room[q] = mean - sizes[q];
    }
    for (int p = 0; p < partitions; p++) {
      double left = sizes[p] - mean;
      for (int q = 0; q < partitions && left > 0; q++) {
        final long most = candidates[p * partitions + q];
        final double moved = Math.min(most, Math.min(left, room[q]));
        if (moved > 0) {
          shares[p * partitions + q] = moved / most;
          left -= moved;
          room[q] -= moved;
        }
      }
    }
    return shares;
  }

  /**
   * Decides at each end that is at home here. A vertex may leave heavy partitions meanwhile, which
   * are no targets, so the order means nothing.
   */
  private void move(double[] shares) {
    for (int u = 0; u < graph.own(); u++) {
      for (int i = graph.offsets[u]; i < graph.offsets[u + 1]; i++) {
        final int w = SimpleGraph.neighbor(graph.slots[i]);
        final int edge = SimpleGraph.edge(graph.slots[i]);
        final int p = cut.assigned[edge];
        final boolean first = graph.countsAt(u, w);
        final boolean otherHere = graph.here(w);
        final int q = first || !otherHere ? target(u, w, p) : -1;
        if (q >= 0 && chosen(u, w, shares[p * cut.partitions + q])) {
          cut.assigned[edge] = (byte) q;
          counts.endsMoved(u, p, q, 1);
          if (otherHere) {
            counts.endsMoved(w, p, q, 1);
          }
          if (first) {
            counts.edgesMoved(p, q, 1);
          }
        }
      }
    }
  }

  private boolean chosen(int u, int w, double share) {
    return share > 0 && CounterRandom.unitDouble(graph.bits(key, u, w)) < share;
  }
}
