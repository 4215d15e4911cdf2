// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.partition.expansion;

import io.graphember.graph.partition.streaming.BalancedGreedy;
import io.graphember.graph.partition.streaming.ReplicaSets;

/**
 * Streams the edges that expansion has left open into its cut, in order of their ends: the last few
 * per cent would take hundreds of rounds of next to nothing.
 */
final class Leftovers {
  private Leftovers() {}

  /** Assigns all open edges; the finished cut, and the state may not be used after that. */
  static VertexCut place(ExpansionState state) {
    SimpleGraph graph = state.graph;
    VertexCut cut = state.toCut();
    BalancedGreedy greedy =
        new BalancedGreedy(ReplicaSets.of(cut.sets), cut.vertices, cut.edges, graph.edges());
    for (int u = 0; u < graph.vertices(); u++) {
      for (int i = state.firstOpen[u]; state.open[u] > 0 && i < graph.offsets[u + 1]; i++) {
        int edge = SimpleGraph.edge(graph.slots[i]);
        if (cut.assigned[edge] == VertexCut.OPEN) {
          int w = SimpleGraph.neighbor(graph.slots[i]);
          cut.assigned[edge] = (byte) greedy.place(u, w);
          state.open[u]--;
          state.open[w]--;
        }
      }
    }
    return cut;
  }
}
