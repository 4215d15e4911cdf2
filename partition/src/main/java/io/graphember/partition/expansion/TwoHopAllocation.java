// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.cut.VertexCut;
import io.graphember.partition.expansion.ExpansionState.Tally;
import io.graphember.spi.CounterRandom;

/**
 * Two-hop allocation: an open edge whose ends have come to share partitions goes to one of them, at
 * no cost in replicas: by hash, to one with no more edges than the mean before this stage, if there
 * is one.
 *
 * <p>Departure: DistributedNE takes the partition with the fewest edges. On a frozen state that
 * would send every such edge of a round to the same one.
 *
 * <p>Slots whose edges are found assigned are swapped to the front of the vertex's list, so that
 * each is passed once.
 */
final class TwoHopAllocation {
  private final ExpansionState state;
  private final long roundKey;
  private final boolean shared;
  private final long light; // partitions with no more edges than the mean

  /**
   * A stage of a round.
   *
   * @param shared true if several workers run it
   */
  TwoHopAllocation(ExpansionState state, long roundKey, boolean shared) {
    this.state = state;
    this.roundKey = roundKey;
    this.shared = shared;
    double mean = VertexCut.mean(state.edges);
    long set = 0;
    for (int p = 0; p < state.partitions; p++) {
      set |= state.edges[p] <= mean ? 1L << p : 0;
    }
    light = set;
  }

  /** Looks at the open edges of a vertex that has joined a partition in this round. */
  void close(int vertex, Tally tally) {
    if (state.owners[vertex] != ExpansionState.NOBODY || state.open[vertex] == 0) {
      return; // all its edges are assigned
    }
    final long[] slots = state.graph.slots;
    final long[] sets = state.sets;
    final int end = state.graph.offsets[vertex + 1];
    final long before = sets[2 * vertex];
    final long now = sets[2 * vertex + 1];
    int front = state.firstOpen[vertex];
    int taken = 0;
    for (int i = front; i < end; i++) {
      final long slot = slots[i];
      int neighbor = SimpleGraph.neighbor(slot);
      long neighborBefore = sets[2 * neighbor];
      boolean assigned =
          (neighborBefore & before) != 0 || state.owners[neighbor] != ExpansionState.NOBODY;
      if (!assigned) {
        long neighborNow = sets[2 * neighbor + 1];
        long shares = neighborNow & now;
        if (shares == 0
            || (neighborNow != neighborBefore && state.graph.precedes(neighbor, vertex))) {
          continue; // in the second case its own scan does it
        }
        int edge = SimpleGraph.edge(slot);
        int partition = choose(shares, vertex, neighbor);
        state.assigned[edge] = (byte) partition;
        tally.edges[partition]++;
        state.close(neighbor, 1, shared, tally);
        taken++;
      }
      slots[i] = slots[front];
      slots[front++] = slot;
    }
    state.firstOpen[vertex] = front;
    if (taken > 0) {
      state.close(vertex, taken, shared, tally);
    }
  }

  private int choose(long shares, int u, int w) {
    if ((shares & (shares - 1)) == 0) {
      return Long.numberOfTrailingZeros(shares);
    }
    long candidates = (shares & light) == 0 ? shares : shares & light;
    int skipped =
        CounterRandom.bounded(state.graph.bits(roundKey, u, w), Long.bitCount(candidates));
    for (int i = 0; i < skipped; i++) {
      candidates &= candidates - 1;
    }
    return Long.numberOfTrailingZeros(candidates);
  }
}
