// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexBatches;
import io.graphember.partition.cut.VertexCut;
import io.graphember.partition.expansion.ExpansionState.Tally;
import io.graphember.partition.streaming.BalancedGreedy;
import io.graphember.partition.streaming.ReplicaPrices;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import io.graphember.spi.Workers;
import java.util.Arrays;

/**
 * Places the edges that expansion has left open in its cut: the last few per cent would take
 * hundreds of rounds of next to nothing.
 *
 * <p>An edge is placed with the end that {@linkplain SimpleGraph#precedes precedes} the other, by
 * its home. Vertices are dealt to batches by hash; a batch is placed on the cut as it is before,
 * but for the partitions that the vertex itself has just joined: a pure function of that cut, so
 * workers and shards leave no trace. Each edge goes where {@link BalancedGreedy} has it cost least,
 * ties by hash. Two supersteps a batch.
 */
final class Leftovers {
  private static final int MOST_BATCHES = 64;
  private static final int VERTICES_PER_SHARE = 1 << 8;

  private final ExpansionState state;
  private final SimpleGraph graph;
  private final Workers workers;
  private final long key; // of batches
  private final long edgeKey;
  private final RoundExchange exchange;
  private final Tally[] tallies;
  private final IntArray touched = new IntArray(256);

  private Leftovers(ExpansionState state, long seed, Workers workers) {
    this.state = state;
    this.workers = workers;
    graph = state.graph;
    key = CounterRandom.child(seed, 6);
    edgeKey = CounterRandom.child(seed, 7);
    exchange = new RoundExchange(state);
    tallies = new Tally[workers.count()];
    Arrays.setAll(tallies, w -> new Tally(state.partitions));
  }

  /** Assigns all open edges; the finished cut, and the state may not be used after that. */
  static VertexCut place(
      ExpansionState state, long seed, Workers workers, Cancellation cancellation) {
    final long left = state.graph.edges() - Arrays.stream(state.edges).sum();
    if (left > 0) {
      new Leftovers(state, seed, workers).place((int) Math.min(MOST_BATCHES, left), cancellation);
    }
    return state.toCut();
  }

  private void place(int batches, Cancellation cancellation) {
    for (int v = 0; v < graph.own(); v++) {
      state.open[v] = collect(v);
    }
    final VertexBatches dealt =
        VertexBatches.of(
            graph.own(),
            v -> state.open[v] > 0,
            v -> CounterRandom.bits(key, graph.id(v)),
            batches);
    for (int b = 0; b < batches; b++) {
      cancellation.check();
      final int batch = b;
      final ReplicaPrices prices = new ReplicaPrices(state.vertices, state.edges, graph.edges());
      workers.each(
          dealt.size(batch),
          VERTICES_PER_SHARE,
          (worker, from, to) -> {
            for (int i = from; i < to; i++) {
              place(dealt.vertex(batch, i), prices, tallies[worker]);
            }
          });
      final IntArray joined = exchange.afterJoins(tallies, touched);
      state.commit(touched);
      state.commit(joined);
    }
  }

  /**
   * Puts the open edges to later vertices first among those that may be open.
   *
   * @return how many they are
   */
  private int collect(int vertex) {
    final long[] slots = graph.slots;
    final int end = graph.offsets[vertex + 1];
    final long set = state.sets[2 * vertex];
    int front = state.firstOpen[vertex];
    for (int i = front; state.open[vertex] > 0 && i < end; i++) {
      final long slot = slots[i];
      final int other = SimpleGraph.neighbor(slot);
      if ((set & state.sets[2 * other]) == 0 // open, see ExpansionState
          && graph.precedes(vertex, other)) {
        slots[i] = slots[front];
        slots[front++] = slot;
      }
    }
    return front - state.firstOpen[vertex];
  }

  /** Places the edges of a vertex, one after the other. */
  private void place(int vertex, ReplicaPrices prices, Tally tally) {
    long set = state.sets[2 * vertex];
    final int first = state.firstOpen[vertex];
    for (int i = first; i < first + state.open[vertex]; i++) {
      final int other = SimpleGraph.neighbor(graph.slots[i]);
      final int partition =
          cheapest(prices, set, state.sets[2 * other], graph.bits(edgeKey, vertex, other));
      final long bit = 1L << partition;
      state.assigned[SimpleGraph.edge(graph.slots[i])] = (byte) partition;
      tally.edges[partition]++;
      state.join(vertex, bit, true, tally);
      state.join(other, bit, true, tally);
      set |= bit;
    }
  }

  private int cheapest(ReplicaPrices prices, long set, long otherSet, long bits) {
    final int first = CounterRandom.bounded(bits, state.partitions);
    int best = first;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < state.partitions; i++) {
      final int p = first + i < state.partitions ? first + i : first + i - state.partitions;
      final long lacking = 2 - (set >>> p & 1) - (otherSet >>> p & 1);
      final double cost = prices.cost(p, lacking);
      if (cost < least) {
        least = cost;
        best = p;
      }
    }
    return best;
  }
}
