// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.exchange.OrderedEdges;
import io.graphember.partition.exchange.ShardExchange;
import io.graphember.partition.streaming.BalancedGreedy;
import io.graphember.partition.streaming.VertexReplicas;
import io.graphember.spi.Cancellation;

/**
 * Streams the edges that expansion has left open into its cut, in order of their lower ends: the
 * last few per cent would take hundreds of rounds of next to nothing. Every shard places all of
 * them, since each place depends on those before.
 */
final class Leftovers {
  private static final int CANCEL_EVERY = 1 << 16;

  private final SimpleGraph graph;
  private final int[] firstOpen;
  private final int[] open; // of vertices at home here: open edges to higher ones
  private final VertexCut cut;

  private Leftovers(ExpansionState state) {
    graph = state.graph;
    firstOpen = state.firstOpen;
    open = state.open;
    cut = state.toCut();
  }

  /** Assigns all open edges; the finished cut, and the state may not be used after that. */
  static VertexCut place(ExpansionState state, ShardExchange exchange, Cancellation cancellation) {
    Leftovers leftovers = new Leftovers(state);
    leftovers.collect();
    leftovers.placeAll(exchange, cancellation);
    return leftovers.cut;
  }

  /** Puts the open edges to higher vertices first among those that may be open. */
  private void collect() {
    final long[] slots = graph.slots;
    for (int u = 0; u < graph.vertices(); u++) {
      final int end = graph.offsets[u + 1];
      int front = firstOpen[u];
      for (int i = front; open[u] > 0 && i < end; i++) {
        final long slot = slots[i];
        final int w = SimpleGraph.neighbor(slot);
        if (u < w && (cut.sets[u] & cut.sets[w]) == 0) { // open, see ExpansionState
          slots[i] = slots[front];
          slots[front++] = slot;
        }
      }
      open[u] = front - firstOpen[u];
    }
  }

  private void placeAll(ShardExchange exchange, Cancellation cancellation) {
    BalancedGreedy greedy =
        new BalancedGreedy(VertexReplicas.of(cut.sets), cut.vertices, cut.edges, graph.edges());
    OrderedEdges edges = new OrderedEdges(graph.vertices(), exchange, new OpenSlots());
    OpenSlots placed = new OpenSlots();
    for (int i = 0; edges.next(); i++) {
      if (i % CANCEL_EVERY == 0) {
        cancellation.check();
      }
      int partition = greedy.place(edges.at(), edges.other());
      if (edges.isOwn() && placed.next()) { // which comes in the same order
        cut.assigned[placed.edge()] = (byte) partition;
      }
    }
  }

  /** A walk over the own open edges. */
  private final class OpenSlots implements OrderedEdges.Own {
    private int vertex;
    private int slot = -1; // behind the vertex's first open one

    @Override
    public boolean next() {
      slot++;
      while (vertex < graph.vertices() && slot >= open[vertex]) {
        vertex++;
        slot = 0;
      }
      return vertex < graph.vertices();
    }

    @Override
    public int at() {
      return vertex;
    }

    @Override
    public int other() {
      return SimpleGraph.neighbor(graph.slots[firstOpen[vertex] + slot]);
    }

    int edge() {
      return SimpleGraph.edge(graph.slots[firstOpen[vertex] + slot]);
    }
  }
}
