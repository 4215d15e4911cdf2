// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexBatches;
import io.graphember.partition.cut.VertexCut;
import io.graphember.partition.exchange.MessageReader;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;

/**
 * Makes a finished cut better by local moves: fewer replicas, and partitions of one size. Moving
 * the leaf of a replicated hub balances vertices at no cost, moving an edge whose ends both exist
 * elsewhere balances edges.
 *
 * <p>Balance hardly counts in the first pass and in full in the last one, so the cut has few
 * replicas first, and what must move for balance is then what costs least at that price. Passes
 * beyond those asked for raise the price as long as partitions differ by more than 4 %.
 *
 * <p>A pass takes vertices in batches, dealt by hash, so that few neighbours meet in one. A batch
 * has three steps: the home of a vertex searches its best {@linkplain MoveSearch move} on the cut
 * as it is before the batch; every shard goes over the moves of all in order of the vertices and
 * accepts those that are still worthwhile with the sizes that the ones before have left; homes make
 * the accepted moves. An edge whose ends both move in a batch stays.
 *
 * <p>O(slots of boundary vertices times their partitions) a pass; 4 P + 5 bytes a vertex at home
 * here, 9 a vertex that is known, and 40 a move of a batch.
 */
public final class Refinement {
  private static final int BATCH = 1 << 14;
  private static final int MOST_BATCHES = 1 << 10; // of up to so many vertices:
  private static final int LARGEST_BATCH = 1 << 20;
  private static final int MOST_SMALL_BATCHES = 1 << 6;
  private static final int SMALL_BATCH = 1 << 6;
  private static final int VERTICES_PER_SHARE = 1 << 9;
  private static final int EXTRA_PASSES = 10;
  private static final double GOOD_BALANCE = 1.04;
  private static final double BAD_BALANCE = 1.05;
  private static final double EDGE_BALANCE = 1.005;
  private static final double EDGE_BALANCE_BEFORE = 1.5; // in passes before the last
  private static final int MOST_NEW = 4;
  private static final int MOST_NEW_UNBALANCED = 8;

  private final VertexCut cut;
  private final SimpleGraph graph;
  private final PartitioningRequest request;
  private final Workers workers;
  private final ReplicaCounts counts;
  private final long[] plannedVertices; // V_p with the moves of the batch that are accepted
  private final long[] plannedEdges; // E_p
  private final BalancePotential potential;
  private final MoveSearch[] searches;
  private final VertexBatches batches; // of vertices at home here
  private final long[] found; // moves of the batch's vertices
  private final BatchMoves moves;
  private final boolean[] moving; // of vertices that are known
  private int mostNew = MOST_NEW;

  public Refinement(VertexCut cut, PartitioningRequest request) {
    request.progress().at("refine", 0, 1);
    this.cut = cut;
    this.request = request;
    graph = cut.graph;
    workers = request.workers();
    counts = new ReplicaCounts(cut, workers);
    plannedVertices = cut.vertices.clone();
    plannedEdges = cut.edges.clone();
    potential = new BalancePotential(plannedVertices, plannedEdges);
    searches = new MoveSearch[workers.count()];
    Arrays.setAll(searches, w -> new MoveSearch(cut, counts.lone, potential));
    batches =
        VertexBatches.of(
            graph.own(),
            v -> graph.degree(v) > 0,
            v -> CounterRandom.mix(graph.id(v)),
            batches(graph.connected()));
    found = new long[batches.largest()];
    moves = new BatchMoves(graph, cut.partitions);
    moving = new boolean[graph.vertices()];
  }

  private static int batches(long vertices) {
    final long wanted = Math.min(MOST_BATCHES, (vertices + BATCH - 1) / BATCH);
    final long least = Math.min(MOST_SMALL_BATCHES, vertices / SMALL_BATCH + 1);
    return (int) Math.max(Math.max(wanted, least), vertices / LARGEST_BATCH);
  }

  /**
   * Bytes of a refinement beside the cut.
   *
   * @param vertices that the shard knows
   * @param own how many of them are at home there
   */
  public static long estimateBytes(long vertices, long own, int partitions) {
    return ReplicaCounts.estimateBytes(vertices, own, partitions) + vertices + 4 * own;
  }

  /**
   * Refines.
   *
   * @param passes passes at least, 1 or more
   */
  public void run(int passes) {
    boolean moved = true;
    for (int pass = 0; pass < passes || (moved && unbalanced(pass - passes)); pass++) {
      request.progress().at("refine", pass, passes + EXTRA_PASSES);
      if (pass < passes) {
        potential.weigh(passes == 1 ? 1 : (double) pass / (passes - 1));
      } else {
        stiffen();
      }
      moved = moveVertices();
      moved |= moveEdges(pass, pass < passes - 1 ? EDGE_BALANCE_BEFORE : EDGE_BALANCE);
    }
    request.progress().at("refine", 1, 1);
  }

  private boolean unbalanced(int extraPasses) {
    return extraPasses < EXTRA_PASSES && balance() > GOOD_BALANCE;
  }

  private void stiffen() {
    potential.stiffen();
    if (balance() > BAD_BALANCE) {
      mostNew = MOST_NEW_UNBALANCED;
    }
  }

  private double balance() {
    return Math.max(VertexCut.balance(cut.vertices), VertexCut.balance(cut.edges));
  }

  /**
   * Balances edges.
   *
   * @param bearable edge balance that is left as it is
   */
  private boolean moveEdges(int pass, double bearable) {
    if (VertexCut.balance(cut.edges) < bearable) {
      return false;
    }
    long key = CounterRandom.child(request.seed(), 4, pass);
    return new EdgeMoves(cut, counts, workers, key).make();
  }

  private boolean moveVertices() {
    boolean moved = false;
    for (int batch = 0; batch < batches.batches(); batch++) {
      request.cancellation().check();
      System.arraycopy(cut.vertices, 0, plannedVertices, 0, cut.partitions);
      System.arraycopy(cut.edges, 0, plannedEdges, 0, cut.partitions);
      potential.refresh();
      searchBatch(batch);
      if (acceptMoves()) {
        makeMoves();
        moved = true;
      }
    }
    return moved;
  }

  private void searchBatch(int batch) {
    workers.each(
        batches.size(batch),
        VERTICES_PER_SHARE,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            found[i] = searches[worker].find(batches.vertex(batch, i), mostNew);
          }
        });
    moves.take(found, batches, batch);
  }

  /** Leaves out the moves that have lost their worth by those before; true if any is left. */
  private boolean acceptMoves() {
    boolean any = false;
    for (int i = 0; i < moves.size(); i++) {
      final long move = moves.move(i);
      final int p = Move.from(move);
      final int q = Move.to(move);
      final int edges = Move.edges(move);
      if (potential.spares(p, edges)
          && potential.change(p, Move.left(move), q, Move.joined(move), edges)
              < BalancePotential.WORTH) {
        plannedVertices[p] -= Move.left(move);
        plannedVertices[q] += Move.joined(move);
        plannedEdges[p] -= edges;
        plannedEdges[q] += edges;
        any = true;
      } else {
        moves.drop(i);
      }
    }
    return any;
  }

  private void makeMoves() {
    mark(true);
    final MovedEdges elsewhere = new MovedEdges(graph);
    for (int i = 0; i < moves.size(); i++) {
      final int vertex = moves.vertex(i);
      if (moves.move(i) != Move.NONE && vertex != BatchMoves.UNKNOWN && graph.here(vertex)) {
        move(i, elsewhere);
      }
    }
    if (!graph.alone()) {
      elsewhere.exchange(moves.size(), this::moveFar);
      counts.publish();
    }
    mark(false);
  }

  /** Marks the vertices that move. */
  private void mark(boolean as) {
    for (int i = 0; i < moves.size(); i++) {
      if (moves.move(i) != Move.NONE && moves.vertex(i) != BatchMoves.UNKNOWN) {
        moving[moves.vertex(i)] = as;
      }
    }
  }

  /** Moves the edges of a vertex at home here from one partition to another. */
  private void move(int index, MovedEdges elsewhere) {
    final int vertex = moves.vertex(index);
    final int from = Move.from(moves.move(index));
    final int to = Move.to(moves.move(index));
    int moved = 0;
    for (int i = graph.offsets[vertex]; i < graph.offsets[vertex + 1]; i++) {
      final int edge = SimpleGraph.edge(graph.slots[i]);
      final int neighbor = SimpleGraph.neighbor(graph.slots[i]);
      if (cut.assigned[edge] != from || moving[neighbor]) {
        continue;
      }
      cut.assigned[edge] = (byte) to;
      moved++;
      if (graph.here(neighbor)) {
        counts.endsMoved(neighbor, from, to, 1);
      } else {
        elsewhere.add(index, neighbor);
      }
    }
    if (moved > 0) {
      counts.endsMoved(vertex, from, to, moved);
      counts.edgesMoved(from, to, moved);
    }
  }

  /** At the home of a neighbour: an edge of a vertex that has moved. */
  private void moveFar(int index, int neighbor) {
    final int vertex = moves.vertex(index);
    final long move = moves.move(index);
    if (move == Move.NONE
        || vertex == BatchMoves.UNKNOWN
        || graph.here(vertex)
        || moving[neighbor]) {
      throw MessageReader.malformed("an edge moves that may not");
    }
    final int edge = graph.edgeBetween(neighbor, vertex);
    if (cut.assigned[edge] != Move.from(move)) {
      throw MessageReader.malformed("an edge is in partition " + cut.assigned[edge]);
    }
    cut.assigned[edge] = (byte) Move.to(move);
    counts.endsMoved(neighbor, Move.from(move), Move.to(move), 1);
  }
}
