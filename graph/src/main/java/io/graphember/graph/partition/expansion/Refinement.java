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
 * <p>O(slots of boundary vertices times their partitions) a pass; 4 P + 1 bytes a vertex.
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
  private final MoveSearch[] searches;
  private final boolean[] dirty;
  private final boolean[] proposed = new boolean[BLOCK];
  private int mostNew = MOST_NEW;

  Refinement(VertexCut cut, PartitioningRequest request) {
    this.cut = cut;
    this.request = request;
    workers = request.workers();
    potential = new BalancePotential(cut);
    counts = countEdges(cut);
    dirty = new boolean[cut.sets.length];
    Arrays.fill(dirty, true);
    searches = new MoveSearch[workers.count()];
    Arrays.setAll(searches, w -> new MoveSearch(cut, counts, potential));
  }

  /** Bytes of a refinement beside the cut. */
  static long estimateBytes(long vertices, int partitions) {
    return vertices * (4L * partitions + 1);
  }

  private static int[] countEdges(VertexCut cut) {
    final int partitions = cut.partitions;
    if ((long) cut.sets.length * partitions > Integer.MAX_VALUE - 8) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "%d vertices over %d partitions are more than can be refined: use fewer partitions or set partitioner option refinementPasses to 0."
              .formatted(cut.sets.length, partitions));
    }
    int[] counts = new int[cut.sets.length * partitions];
    SimpleGraph graph = cut.graph;
    for (int v = 0; v < cut.sets.length; v++) {
      for (int slot = graph.offsets[v]; slot < graph.offsets[v + 1]; slot++) {
        counts[v * partitions + cut.assigned[graph.edgeIds[slot]]]++;
      }
    }
    return counts;
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
    for (int slot = graph.offsets[vertex]; slot < graph.offsets[vertex + 1]; slot++) {
      int edge = graph.edgeIds[slot];
      int neighbor = graph.neighbors[slot];
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
    counts[row + to]++;
    cut.join(vertex, to);
    if (--counts[row + from] == 0) {
      cut.sets[vertex] &= ~(1L << from);
      cut.vertices[from]--;
    }
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
      for (int slot = graph.offsets[u]; slot < graph.offsets[u + 1]; slot++) {
        int w = graph.neighbors[slot];
        int p = cut.assigned[graph.edgeIds[slot]];
        if (u < w && cut.edges[p] > mean) {
          int q = lightest(cut.sets[u] & cut.sets[w] & ~(1L << p));
          if (q >= 0 && cut.edges[q] + 1 < cut.edges[p]) {
            moveEdge(graph.edgeIds[slot], u, w, p, q);
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
