// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.expansion;

import io.graphember.partition.cut.SimpleGraph;
import io.graphember.partition.expansion.ExpansionState.Tally;

/**
 * One-hop allocation: the owner of an expanded vertex gets all its open edges. An edge whose ends
 * are expanded by two partitions goes to one of them by hash.
 */
final class OneHopAllocation {
  private final ExpansionState state;
  private final long roundKey;
  private final boolean shared;

  /**
   * A stage of a round.
   *
   * @param shared true if several workers run it
   */
  OneHopAllocation(ExpansionState state, long roundKey, boolean shared) {
    this.state = state;
    this.roundKey = roundKey;
    this.shared = shared;
  }

  /** Expands a vertex that has an owner. */
  void expand(int vertex, Tally tally) {
    final long[] slots = state.graph.slots;
    final long[] sets = state.sets;
    final byte[] owners = state.owners;
    final int end = state.graph.offsets[vertex + 1];
    final byte owner = owners[vertex];
    final long bit = 1L << owner;
    final long before = sets[2 * vertex];
    int taken = 0;
    for (int slot = state.firstOpen[vertex]; slot < end; slot++) {
      int neighbor = SimpleGraph.neighbor(slots[slot]);
      if ((sets[2 * neighbor] & before) != 0) {
        continue; // assigned in an earlier round
      }
      byte rival = owners[neighbor];
      if (rival != ExpansionState.NOBODY && !wins(vertex, owner, neighbor, rival)) {
        continue;
      }
      state.assigned[SimpleGraph.edge(slots[slot])] = owner;
      state.close(neighbor, 1, shared, tally);
      state.join(neighbor, bit, shared, tally);
      taken++;
    }
    if (taken > 0) {
      tally.edges[owner] += taken;
      state.join(vertex, bit, shared, tally);
    }
  }

  /** Whether the first of two expanded ends takes their edge; one of the two always does. */
  private boolean wins(int vertex, byte owner, int neighbor, byte rival) {
    final boolean first = state.graph.precedes(vertex, neighbor);
    return owner == rival ? first : state.graph.bits(roundKey, vertex, neighbor) < 0 == first;
  }
}
