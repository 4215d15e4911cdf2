// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.exchange.MessageWriter;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;

/**
 * Makes a finished cut better by local moves: fewer replicas, and partitions of one size. Moving
 * the leaf of a replicated hub balances vertices at no cost, moving an edge whose ends both exist
 * elsewhere balances edges.
 *
 * <p>A pass takes vertices in batches, each spread over all numbers, so that few neighbours meet in
 * one. A batch has three steps: the home of a vertex searches its best {@linkplain MoveSearch move}
 * on the cut as it is before the batch; every shard goes over the moves of all in order of the
 * vertices and accepts those that are still worthwhile with the sizes that the ones before have
 * left; homes make the accepted moves. An edge whose ends both move in a batch stays. From the
 * second pass on only vertices near a move are searched. So many passes as asked, and some more
 * while the cut is unbalanced.
 *
 * <p>O(slots of boundary vertices times their partitions) a pass; 4 P + 14 bytes a vertex.
 */
final class Refinement {
  private static final int BATCH = 1 << 14;
  private static final int MOST_SMALL_BATCHES = 1 << 6;
  private static final int SMALL_BATCH = 1 << 6;
  private static final int VERTICES_PER_SHARE = 1 << 9;
  private static final int EXTRA_PASSES = 6;
  private static final double GOOD_BALANCE = 1.02;
  private static final double BAD_BALANCE = 1.05;
  private static final double EDGE_BALANCE = 1.005;
  private static final int MOST_NEW = 4;
  private static final int MOST_NEW_UNBALANCED = 8;

  private final VertexCut cut;
  private final SimpleGraph graph;
  private final PartitioningRequest request;
  private final ShardExchange exchange;
  private final Workers workers;
  private final ReplicaCounts counts;
  private final long[] plannedVertices; // V_p with the moves of the batch that are accepted
  private final long[] plannedEdges; // E_p
  private final BalancePotential potential;
  private final MoveSearch[] searches;
  private final boolean[] dirty;
  private final int batches;
  private final long[] moves; // of the batch's vertices
  private int mostNew = MOST_NEW;

  Refinement(VertexCut cut, PartitioningRequest request, ShardExchange exchange) {
    request.progress().at("refine", 0, 1);
    this.cut = cut;
    this.request = request;
    this.exchange = exchange;
    graph = cut.graph;
    workers = request.workers();
    counts = new ReplicaCounts(cut, exchange, workers);
    plannedVertices = cut.vertices.clone();
    plannedEdges = cut.edges.clone();
    potential = new BalancePotential(plannedVertices, plannedEdges);
    dirty = new boolean[cut.sets.length];
    Arrays.fill(dirty, true);
    searches = new MoveSearch[workers.count()];
    Arrays.setAll(searches, w -> new MoveSearch(cut, counts.lone, potential));
    final int vertices = cut.sets.length;
    batches =
        Math.max(
            Math.min(MOST_SMALL_BATCHES, vertices / SMALL_BATCH + 1),
            (vertices + BATCH - 1) / BATCH);
    moves = new long[(cut.sets.length + batches - 1) / batches];
  }

  /** Bytes of a refinement beside the cut. */
  static long estimateBytes(long vertices, long own, int partitions) {
    return ReplicaCounts.estimateBytes(vertices, own, partitions) + vertices;
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
      boolean moved = moveVertices();
      moved |= moveEdges(pass);
      if (!moved) {
        break;
      }
    }
    request.progress().at("refine", 1, 1);
  }

  private double balance() {
    return Math.max(VertexCut.balance(cut.vertices), VertexCut.balance(cut.edges));
  }

  private boolean moveEdges(int pass) {
    if (VertexCut.balance(cut.edges) < EDGE_BALANCE) {
      return false;
    }
    long key = CounterRandom.child(request.seed(), 4, pass);
    return new EdgeMoves(cut, counts, exchange, key).make();
  }

  private boolean moveVertices() {
    boolean moved = false;
    for (int batch = 0; batch < batches; batch++) {
      request.cancellation().check();
      System.arraycopy(cut.vertices, 0, plannedVertices, 0, cut.partitions);
      System.arraycopy(cut.edges, 0, plannedEdges, 0, cut.partitions);
      potential.refresh();
      search(batch);
      if (acceptMoves()) {
        makeMoves(batch);
        moved = true;
      }
    }
    return moved;
  }

  /** Vertices of a batch are {@code batch, batch + batches, ...}. */
  private int size(int batch) {
    return Math.max(0, (cut.sets.length - batch + batches - 1) / batches);
  }

  private void search(int batch) {
    final int size = size(batch);
    Arrays.fill(moves, Move.NONE);
    workers.each(
        size,
        VERTICES_PER_SHARE,
        (worker, from, to) -> {
          for (int i = from; i < to; i++) {
            moves[i] = search(batch + i * batches, searches[worker]);
          }
        });
    if (!graph.homes.alone()) {
      exchangeMoves(batch, size);
    }
  }

  /** Interior vertices are looked at in every pass, which costs little. */
  private long search(int vertex, MoveSearch search) {
    final long set = cut.sets[vertex];
    if (!graph.here(vertex) || (!dirty[vertex] && (set & (set - 1)) != 0)) {
      return Move.NONE;
    }
    dirty[vertex] = false;
    return search.find(vertex, mostNew);
  }

  /**
   * Sends all shards the moves of this one. A message has for each of them, in order, how many
   * vertices of the batch are between it and the one before, and the {@link Move}.
   */
  private void exchangeMoves(int batch, int size) {
    MessageWriter out = new MessageWriter();
    int before = -1;
    for (int i = 0; i < size; i++) {
      if (moves[i] != Move.NONE) {
        out.number(i - before - 1L);
        out.number(moves[i]);
        before = i;
      }
    }
    byte[][] messages = exchange.gather(out.toBytes());
    for (int s = 0; s < messages.length; s++) {
      MessageReader in = new MessageReader(messages[s]);
      for (int i = -1; s != exchange.shard() && !in.atEnd(); ) {
        i += 1 + in.index(size - 1L - i);
        moves[i] = Move.checked(in.number(), cut.partitions);
        if (graph.homes.home(batch + i * batches) != s) {
          throw MessageReader.malformed("a vertex is not the sender's");
        }
      }
    }
  }

  /** Leaves out the moves that have lost their worth by those before; true if any is left. */
  private boolean acceptMoves() {
    boolean any = false;
    for (int i = 0; i < moves.length; i++) {
      final long move = moves[i];
      if (move == Move.NONE) {
        continue;
      }
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
        moves[i] = Move.NONE;
      }
    }
    return any;
  }

  private boolean moves(int vertex, int batch) {
    return vertex % batches == batch && moves[vertex / batches] != Move.NONE;
  }

  private void makeMoves(int batch) {
    MovedEdges told = new MovedEdges(exchange);
    for (int i = 0; i < moves.length; i++) {
      if (moves[i] != Move.NONE && graph.here(batch + i * batches)) {
        move(batch + i * batches, batch, Move.from(moves[i]), Move.to(moves[i]), told);
      }
    }
    if (!graph.homes.alone()) {
      told.exchange(cut.sets.length, (vertex, neighbor) -> moveFar(vertex, neighbor, batch));
      counts.publish();
    }
  }

  /** Moves the edges of a vertex at home here from one partition to another. */
  private void move(int vertex, int batch, int from, int to, MovedEdges told) {
    int moved = 0;
    dirty[vertex] = true;
    for (int i = graph.offsets[vertex]; i < graph.offsets[vertex + 1]; i++) {
      final int edge = SimpleGraph.edge(graph.slots[i]);
      final int neighbor = SimpleGraph.neighbor(graph.slots[i]);
      if (cut.assigned[edge] != from || moves(neighbor, batch)) {
        continue;
      }
      cut.assigned[edge] = (byte) to;
      moved++;
      if (graph.here(neighbor)) {
        counts.endsMoved(neighbor, from, to, 1);
        dirty[neighbor] = true;
      } else {
        told.add(vertex, neighbor, graph.homes.home(neighbor));
      }
    }
    if (moved > 0) {
      counts.endsMoved(vertex, from, to, moved);
      counts.edgesMoved(from, to, moved);
    }
  }

  /** At the home of a neighbour: an edge of a vertex that has moved. */
  private void moveFar(int vertex, int neighbor, int batch) {
    if (!graph.here(neighbor) || !moves(vertex, batch) || moves(neighbor, batch)) {
      throw MessageReader.malformed("an edge moves that may not");
    }
    final long move = moves[vertex / batches];
    final int edge = graph.edgeBetween(neighbor, vertex);
    if (cut.assigned[edge] != Move.from(move)) {
      throw MessageReader.malformed("an edge is in partition " + cut.assigned[edge]);
    }
    cut.assigned[edge] = (byte) Move.to(move);
    counts.endsMoved(neighbor, Move.from(move), Move.to(move), 1);
    dirty[neighbor] = true;
  }
}
