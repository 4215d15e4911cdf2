// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.partition.expansion;

import io.graphember.graph.GraphError;
import io.graphember.spi.Workers;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;

/**
 * Makes a finished cut better by local moves: fewer replicas, and partitions of one size. Moving
 * the leaf of a replicated hub balances vertices at no cost, moving an edge whose ends both exist
 * elsewhere balances edges.
 *
 * <p>A pass takes vertices in blocks: workers find those with a worthwhile {@linkplain MoveSearch
 * move} on the cut as it is before the block, then the moves are looked at again and made one after
 * the other. From the second pass on only vertices near a move are looked at. So many passes as
 * asked, and some more while the cut is unbalanced.
 *
 * <p>O(slots of boundary vertices times their partitions) a pass; 4 P + 9 bytes a vertex.
 */
final class Refinement {
  private static final int BLOCK = 1 << 14;
  private static final int VERTICES_PER_SHARE = 1 << 9;
  private static final int EXTRA_PASSES = 6;
  private static final double GOOD_BALANCE = 1.02;
  private static final double BAD_BALANCE = 1.05;
  private static final double EDGE_BALANCE = 1.005;
  private static final int MOST_NEW = 4;
  private static final int MOST_NEW_UNBALANCED = 8;

  private final VertexCut cut;
  private final PartitioningRequest request;
  private final Workers workers;
  private final BalancePotential potential;
  private final int[] counts; // [vertices, partitions]: edges of a vertex in a partition
  private final long[] lone; // partitions in which a vertex has one edge
  private final MoveSearch[] searches;
  private final boolean[] dirty;
  private final boolean[] proposed = new boolean[BLOCK];
  private int mostNew = MOST_NEW;

  Refinement(VertexCut cut, PartitioningRequest request) {
    request.progress().at("refine", 0, 1);
    this.cut = cut;
    this.request = request;
    workers = request.workers();
    potential = new BalancePotential(cut);
    counts = newCounts(cut);
    lone = new long[cut.sets.length];
    workers.each(cut.sets.length, BLOCK, (worker, from, to) -> count(from, to));
    dirty = new boolean[cut.sets.length];
    Arrays.fill(dirty, true);
    searches = new MoveSearch[workers.count()];
    Arrays.setAll(searches, w -> new MoveSearch(cut, lone, potential));
  }

  /** Bytes of a refinement beside the cut. */
  static long estimateBytes(long vertices, int partitions) {
    return vertices * (4L * partitions + 9);
  }

  private static int[] newCounts(VertexCut cut) {
    final int partitions = cut.partitions;
    if ((long) cut.sets.length * partitions > Integer.MAX_VALUE - 8) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "%d vertices over %d partitions are more than can be refined: use fewer partitions or set partitioner option refinementPasses to 0."
              .formatted(cut.sets.length, partitions));
    }
    return new int[cut.sets.length * partitions];
  }

  private void count(int firstVertex, int end) {
    SimpleGraph graph = cut.graph;
    for (int v = firstVertex; v < end; v++) {
      final int row = v * cut.partitions;
      for (int i = graph.offsets[v]; i < graph.offsets[v + 1]; i++) {
        counts[row + cut.assigned[SimpleGraph.edge(graph.slots[i])]]++;
      }
      for (int p = 0; p < cut.partitions; p++) {
        lone[v] |= counts[row + p] == 1 ? 1L << p : 0;
      }
    }
  }

  /**
   * Refines.
   *
   * @param passes passes at least, unless nothing moves any more
   */
  void run(int passes) {
    for (int pass = 0; pass < passes + EXTRA_PASSES; pass++) {
      request.progress().at("refine", pass, passes + EXTRA_PASSES);
      double balance = balance();
      if (pass >= passes && balance < GOOD_BALANCE) {
        break;
      }
      if (pass >= passes && balance > BAD_BALANCE) {
        potential.stiffen();
        mostNew = MOST_NEW_UNBALANCED;
        Arrays.fill(dirty, true);
      }
      long moves = moveVertices() + moveEdges();
      if (moves == 0) {
        break;
      }
    }
    request.progress().at("refine", 1, 1);
  }

  private double balance() {
    return Math.max(VertexCut.balance(cut.vertices), VertexCut.balance(cut.edges));
  }

  private long moveVertices() {
    long moves = 0;
    for (int first = 0; first < cut.sets.length; first += BLOCK) {
      request.cancellation().check();
      potential.refresh();
      moves += moveBlock(first, Math.min(BLOCK, cut.sets.length - first));
    }
    return moves;
  }

  private long moveBlock(int first, int size) {
    workers.each(
        size,
        VERTICES_PER_SHARE,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            proposed[i] = propose(first + i, searches[worker]);
          }
        });
    long moves = 0;
    for (int i = 0; i < size; i++) {
      if (proposed[i] && searches[0].find(first + i, mostNew)) {
        move(first + i, searches[0].from(), searches[0].to());
        moves++;
      }
    }
    return moves;
  }

  /** Interior vertices are looked at in every pass, which costs little. */
  private boolean propose(int vertex, MoveSearch search) {
    final long set = cut.sets[vertex];
    if (!dirty[vertex] && (set & (set - 1)) != 0) {
      return false;
    }
    dirty[vertex] = false;
    return search.find(vertex, mostNew);
  }

  /** Moves all edges of a vertex from one partition to another. */
  private void move(int vertex, int from, int to) {
    SimpleGraph graph = cut.graph;
    dirty[vertex] = true;
    for (int i = graph.offsets[vertex]; i < graph.offsets[vertex + 1]; i++) {
      int edge = SimpleGraph.edge(graph.slots[i]);
      int neighbor = SimpleGraph.neighbor(graph.slots[i]);
      dirty[neighbor] = true;
      if (cut.assigned[edge] == from) {
        moveEdge(edge, vertex, neighbor, from, to);
      }
    }
  }

  private void moveEdge(int edge, int u, int w, int from, int to) {
    cut.assigned[edge] = (byte) to;
    cut.edges[from]--;
    cut.edges[to]++;
    moveEnd(u, from, to);
    moveEnd(w, from, to);
  }

  private void moveEnd(int vertex, int from, int to) {
    final int row = vertex * cut.partitions;
    final int there = ++counts[row + to];
    final int here = --counts[row + from];
    cut.join(vertex, to);
    if (here == 0) {
      cut.sets[vertex] &= ~(1L << from);
      cut.vertices[from]--;
    }
    lone[vertex] &= ~(1L << to | 1L << from);
    lone[vertex] |= (there == 1 ? 1L << to : 0) | (here == 1 ? 1L << from : 0);
  }

  /** Moves edges of heavy partitions to lighter ones that hold both ends. */
  private long moveEdges() {
    if (VertexCut.balance(cut.edges) < EDGE_BALANCE) {
      return 0;
    }
    final double mean = VertexCut.mean(cut.edges);
    SimpleGraph graph = cut.graph;
    long moves = 0;
    for (int u = 0; u < cut.sets.length; u++) {
      for (int i = graph.offsets[u]; i < graph.offsets[u + 1]; i++) {
        int w = SimpleGraph.neighbor(graph.slots[i]);
        int edge = SimpleGraph.edge(graph.slots[i]);
        int p = cut.assigned[edge];
        if (u < w && cut.edges[p] > mean) {
          int q = lightest(cut.sets[u] & cut.sets[w] & ~(1L << p));
          if (q >= 0 && cut.edges[q] + 1 < cut.edges[p]) {
            moveEdge(edge, u, w, p, q);
            moves++;
          }
        }
      }
    }
    return moves;
  }

  /** The partition of a set with the fewest edges, -1 for the empty set. */
  private int lightest(long set) {
    int best = -1;
    for (long rest = set; rest != 0; rest &= rest - 1) {
      int p = Long.numberOfTrailingZeros(rest);
      best = best < 0 || cut.edges[p] < cut.edges[best] ? p : best;
    }
    return best;
  }
}
