// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexCut;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import java.util.Arrays;

/**
 * Moves edges of heavy partitions to lighter ones that hold both ends already, which balances edges
 * and costs no replica.
 *
 * <p>The lightest such partition of every edge is looked up on the cut as it is; of the edges that
 * could go from p to q as many go as p has over the mean and q has below it, chosen by hash. Both
 * homes of an edge know all that decides, so they agree without a word: two supersteps, of P^2
 * counts and of the vertices that leave a partition.
 *
 * <p>All workers look edges up, one of them moves those of a block of vertices then.
 */
final class EdgeMoves {
  private static final int VERTICES_PER_SHARE = 1 << 8;
  private static final int VERTICES_PER_BLOCK = 1 << 14;
  private static final int EDGES_AT_ONCE = 1 << 8;

  private final VertexCut cut;
  private final SimpleGraph graph;
  private final ReplicaCounts counts;
  private final Workers workers;
  private final long key;
  private final double mean;
  private final long[] sizes; // E_p before any of the moves
  private final long light; // partitions with fewer edges than the mean
  private final long heavy; // with more

  /**
   * Moves of one pass.
   *
   * @param key of the hash
   */
  EdgeMoves(VertexCut cut, ReplicaCounts counts, Workers workers, long key) {
    this.cut = cut;
    this.counts = counts;
    this.workers = workers;
    this.key = key;
    graph = cut.graph;
    mean = VertexCut.mean(cut.edges);
    sizes = cut.edges.clone();
    long fewer = 0;
    long more = 0;
    for (int p = 0; p < cut.partitions; p++) {
      fewer |= sizes[p] < mean ? 1L << p : 0;
      more |= sizes[p] > mean ? 1L << p : 0;
    }
    light = fewer;
    heavy = more;
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

  /** Takes an edge that could go elsewhere. */
  @FunctionalInterface
  private interface Candidate {
    /**
     * The next one.
     *
     * @param slot of the edge at vertex u
     * @param from its partition
     * @param to the partition that it should go to
     */
    void take(int u, int slot, int from, int to);
  }

  /** Goes to the edges that could go elsewhere, each at the ends where that is decided. */
  private void forEachCandidate(int from, int end, Candidate candidate) {
    final Lookup lookup = new Lookup();
    for (int u = from; u < end; u++) {
      final int last = movable(cut.sets[u]) ? graph.offsets[u + 1] : 0;
      for (int slot = graph.offsets[u]; slot < last; ) {
        slot = lookup.fill(u, slot, last);
        lookup.forEach(u, candidate);
      }
    }
  }

  /** Some edges of a vertex, looked up in one go so that cache misses overlap. */
  private final class Lookup {
    private final int[] slots = new int[EDGES_AT_ONCE];
    private final int[] from = new int[EDGES_AT_ONCE];
    private final long[] both = new long[EDGES_AT_ONCE]; // partitions of both ends
    private int count;

    /** Takes those of a vertex from a slot on; the slot behind them. */
    int fill(int u, int first, int end) {
      count = 0;
      int slot = first;
      for (; slot < end && count < EDGES_AT_ONCE; slot++) {
        final int w = SimpleGraph.neighbor(graph.slots[slot]);
        if (graph.countsAt(u, w) || !graph.here(w)) {
          slots[count] = slot;
          from[count] = cut.assigned[SimpleGraph.edge(graph.slots[slot])];
          both[count++] = cut.sets[u] & cut.sets[w];
        }
      }
      return slot;
    }

    void forEach(int u, Candidate candidate) {
      for (int i = 0; i < count; i++) {
        final long targets = both[i] & light;
        if ((heavy >>> from[i] & 1) != 0 && targets != 0) {
          candidate.take(u, slots[i], from[i], lightest(targets));
        }
      }
    }
  }

  private boolean movable(long set) {
    return (set & light) != 0 && (set & heavy) != 0;
  }

  private int lightest(long set) {
    int best = Long.numberOfTrailingZeros(set);
    for (long rest = set; rest != 0; rest &= rest - 1) {
      final int q = Long.numberOfTrailingZeros(rest);
      best = sizes[q] < sizes[best] ? q : best;
    }
    return best;
  }

  /** How many edges could go from p to q: [p, q]; an edge counts at one end. */
  private long[] countCandidates() {
    final int partitions = cut.partitions;
    final long[][] found = new long[workers.count()][partitions * partitions];
    workers.each(
        graph.own(),
        VERTICES_PER_SHARE,
        (worker, from, end) ->
            forEachCandidate(
                from,
                end,
                (u, slot, p, q) -> {
                  if (graph.countsAt(u, SimpleGraph.neighbor(graph.slots[slot]))) {
                    found[worker][p * partitions + q]++;
                  }
                }));
    for (int w = 1; w < found.length; w++) {
      for (int i = 0; i < found[w].length; i++) {
        found[0][i] += found[w][i];
      }
    }
    return graph.shared.exchange().sums(found[0]);
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
   * Decides at each end that is at home here. A vertex may leave heavy partitions meanwhile, but
   * then none of its edges is there any more, so the order means nothing.
   */
  private void move(double[] shares) {
    final IntArray[] chosen = new IntArray[workers.count()]; // vertices, slots, partitions
    Arrays.setAll(chosen, w -> new IntArray(256));
    for (int first = 0; first < graph.own(); first += VERTICES_PER_BLOCK) {
      final int start = first;
      final int size = Math.min(VERTICES_PER_BLOCK, graph.own() - first);
      workers.each(
          size,
          VERTICES_PER_SHARE,
          (worker, from, end) -> choose(start + from, start + end, shares, chosen[worker]));
      for (IntArray some : chosen) {
        for (int i = 0; i < some.size; i += 3) {
          move(some.values[i], some.values[i + 1], some.values[i + 2]);
        }
        some.size = 0;
      }
    }
  }

  private void choose(int from, int end, double[] shares, IntArray chosen) {
    forEachCandidate(
        from,
        end,
        (u, slot, p, q) -> {
          final double share = shares[p * cut.partitions + q];
          if (share > 0
              && CounterRandom.unitDouble(
                      graph.bits(key, u, SimpleGraph.neighbor(graph.slots[slot])))
                  < share) {
            chosen.add(u);
            chosen.add(slot);
            chosen.add(q);
          }
        });
  }

  private void move(int u, int slot, int to) {
    final int edge = SimpleGraph.edge(graph.slots[slot]);
    final int w = SimpleGraph.neighbor(graph.slots[slot]);
    final int from = cut.assigned[edge];
    cut.assigned[edge] = (byte) to;
    counts.endsMoved(u, from, to, 1);
    if (graph.here(w)) {
      counts.endsMoved(w, from, to, 1);
    }
    if (graph.countsAt(u, w)) {
      counts.edgesMoved(from, to, 1);
    }
  }
}
