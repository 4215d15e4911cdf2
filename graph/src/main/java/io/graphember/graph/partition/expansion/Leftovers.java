// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.partition.expansion;

import io.graphember.graph.partition.streaming.BalancedGreedy;
import io.graphember.graph.partition.streaming.ReplicaSets;
import io.graphember.graph.share.MessageReader;
import io.graphember.graph.share.MessageWriter;
import io.graphember.graph.share.ShareExchange;
import io.graphember.memory.IntArray;
import io.graphember.spi.Cancellation;

/**
 * Streams the edges that expansion has left open into its cut, in order of their lower ends: the
 * last few per cent would take hundreds of rounds of next to nothing.
 *
 * <p>Every share places all of them, since each place depends on those before. An edge comes from
 * the home of its lower end, up to {@value #EDGES_A_MESSAGE} at a time: what a share holds of the
 * others' edges is bounded. A message:
 *
 * <pre>
 * number   lower end of the first edge that comes in a later message; the number of vertices if none
 * then for each edge, in order:
 *   number   lower end less the one before
 *   number   higher end less the lower
 * </pre>
 */
final class Leftovers {
  private static final int EDGES_A_MESSAGE = 1 << 16;

  private final SimpleGraph graph;
  private final int[] firstOpen;
  private final int[] open; // of vertices at home here: open edges to higher ones
  private final VertexCut cut;
  private final ShareExchange exchange;
  private final Cancellation cancellation;
  private final BalancedGreedy greedy;
  private int sendVertex; // first open edge that was not sent
  private int sendEdge;
  private int placeVertex; // first own open edge that was not placed
  private int placeEdge;

  private Leftovers(ExpansionState state, ShareExchange exchange, Cancellation cancellation) {
    graph = state.graph;
    firstOpen = state.firstOpen;
    open = state.open;
    this.exchange = exchange;
    this.cancellation = cancellation;
    cut = state.toCut();
    greedy = new BalancedGreedy(ReplicaSets.of(cut.sets), cut.vertices, cut.edges, graph.edges());
  }

  /** Assigns all open edges; the finished cut, and the state may not be used after that. */
  static VertexCut place(ExpansionState state, ShareExchange exchange, Cancellation cancellation) {
    Leftovers leftovers = new Leftovers(state, exchange, cancellation);
    leftovers.collect();
    if (state.graph.homes.alone()) {
      leftovers.placeOwn();
    } else {
      leftovers.placeAll();
    }
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

  private void placeOwn() {
    for (int u = 0; u < graph.vertices(); u++) {
      for (int i = firstOpen[u]; i < firstOpen[u] + open[u]; i++) {
        int partition = greedy.place(u, SimpleGraph.neighbor(graph.slots[i]));
        cut.assigned[SimpleGraph.edge(graph.slots[i])] = (byte) partition;
      }
    }
  }

  /** Edges of another share that have come and were not placed yet. */
  private static final class Arrived {
    private final IntArray lower = new IntArray(16);
    private final IntArray higher = new IntArray(16);
    private int next;
    private int later; // lower end of the first edge that did not come

    void add(MessageReader in, int vertices) {
      if (next == lower.size) {
        next = 0;
        lower.size = 0;
        higher.size = 0;
      }
      later = in.index(vertices + 1L);
      int u = 0;
      while (!in.atEnd()) {
        u += in.index(vertices - u);
        lower.add(u);
        higher.add(u + in.index(vertices - u));
      }
    }

    /** Lower end of the next edge; beyond all vertices if there is none. */
    int head() {
      return next < lower.size ? lower.values[next] : Integer.MAX_VALUE;
    }
  }

  private void placeAll() {
    Arrived[] arrived = new Arrived[exchange.shares()];
    for (int s = 0; s < arrived.length; s++) {
      arrived[s] = new Arrived();
    }
    int complete = 0; // edges of lower vertices have all come
    while (complete < graph.vertices()) {
      cancellation.check();
      boolean waiting = arrived[exchange.share()].head() != Integer.MAX_VALUE;
      byte[][] messages = exchange.gather(message(waiting ? 0 : EDGES_A_MESSAGE));
      complete = graph.vertices();
      for (int s = 0; s < messages.length; s++) {
        arrived[s].add(new MessageReader(messages[s]), graph.vertices());
        complete = Math.min(complete, arrived[s].later);
      }
      placeUpTo(complete, arrived);
    }
  }

  private byte[] message(int mostEdges) {
    MessageWriter edges = new MessageWriter();
    int before = 0;
    int count = 0;
    for (; sendVertex < graph.vertices() && count < mostEdges; nextSent()) {
      if (sendEdge < open[sendVertex]) {
        int w = SimpleGraph.neighbor(graph.slots[firstOpen[sendVertex] + sendEdge]);
        edges.number(sendVertex - before);
        edges.number(w - sendVertex);
        before = sendVertex;
        count++;
      }
    }
    MessageWriter message = new MessageWriter();
    message.number(sendVertex);
    message.append(edges);
    return message.toBytes();
  }

  private void nextSent() {
    if (++sendEdge >= open[sendVertex]) {
      sendEdge = 0;
      sendVertex++;
    }
  }

  /** The vertex that a share is in the middle of is at home there alone: it may come last. */
  private void placeUpTo(int vertex, Arrived[] arrived) {
    while (true) {
      int first = 0;
      for (int s = 1; s < arrived.length; s++) {
        first = arrived[s].head() < arrived[first].head() ? s : first;
      }
      Arrived from = arrived[first];
      if (from.head() > vertex) {
        return;
      }
      int partition = greedy.place(from.head(), from.higher.values[from.next++]);
      if (first == exchange.share()) {
        assignOwn(partition);
      }
    }
  }

  private void assignOwn(int partition) {
    while (placeEdge >= open[placeVertex]) {
      placeEdge = 0;
      placeVertex++;
    }
    long slot = graph.slots[firstOpen[placeVertex] + placeEdge++];
    cut.assigned[SimpleGraph.edge(slot)] = (byte) partition;
  }
}
