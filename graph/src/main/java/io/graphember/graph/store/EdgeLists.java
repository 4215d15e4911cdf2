// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

/**
 * One direction of the edges of a partition in plain arrays: lists by local vertex, each sorted by
 * (edge type, local number of the neighbour).
 *
 * @param offsets [vertices + 1], first edge of each vertex, and the end
 * @param neighbors [edges], local number of the other end
 * @param types [edges], edge type; empty if the graph has one
 */
public record EdgeLists(int[] offsets, int[] neighbors, int[] types) {
  /** Number of vertices. */
  int vertices() {
    return offsets.length - 1;
  }

  /** Number of edges. */
  int edges() {
    return neighbors.length;
  }
}
