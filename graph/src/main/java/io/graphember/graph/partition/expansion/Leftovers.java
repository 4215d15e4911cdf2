// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.partition.expansion;

import io.graphember.graph.partition.streaming.BalancedGreedy;
import io.graphember.graph.partition.streaming.ReplicaSets;

/**
 * Streams the edges that expansion has left open into a cut, in order of their ends: the last few
 * per cent would take hundreds of rounds of next to nothing.
 */
final class Leftovers {
  private Leftovers() {}

  static void place(VertexCut cut) {
    SimpleGraph graph = cut.graph;
    BalancedGreedy greedy =
        new BalancedGreedy(ReplicaSets.of(cut.sets), cut.vertices, cut.edges, graph.edges());
    for (int u = 0; u < graph.vertices(); u++) {
      for (int slot = graph.offsets[u]; slot < graph.offsets[u + 1]; slot++) {
        int edge = graph.edgeIds[slot];
        if (u < graph.neighbors[slot] && cut.assigned[edge] == VertexCut.OPEN) {
          cut.assigned[edge] = (byte) greedy.place(u, graph.neighbors[slot]);
        }
      }
    }
  }
}
