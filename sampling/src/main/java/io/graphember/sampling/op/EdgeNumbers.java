// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.IntArray;
import java.util.Arrays;

/** Numbers of edges by their places in lists. Any thread. */
final class EdgeNumbers {
  private EdgeNumbers() {}

  /**
   * Finds numbers, in O(edges).
   *
   * @param vertices local numbers
   * @param counts how many positions belong to each vertex
   * @param size how many vertices there are
   * @param positions in the lists of a direction, in-edges before out-edges
   * @param numbers receives the number of each edge in the partition, -1 where edges carry nothing
   */
  static void find(
      PartitionTopology topology,
      Direction direction,
      int[] vertices,
      int[] counts,
      int size,
      IntArray positions,
      IntArray numbers) {
    numbers.size = 0;
    numbers.reserve(positions.size);
    numbers.size = positions.size;
    if (!topology.numbersEdges()) {
      Arrays.fill(numbers.values, 0, numbers.size, -1);
      return;
    }
    int at = 0;
    for (int i = 0; i < size; i++) {
      final int ins = direction == Direction.OUT ? 0 : topology.in().lists().degree(vertices[i]);
      for (int end = at + counts[i]; at < end; at++) {
        final int position = positions.values[at];
        numbers.values[at] =
            position < ins
                ? of(topology, true, vertices[i], position)
                : of(topology, false, vertices[i], position - ins);
      }
    }
  }

  /** The number of the edge at a position of a vertex's list of in-edges, or of out-edges. */
  static int of(PartitionTopology topology, boolean in, int vertex, int position) {
    return in
        ? topology.edgeOfIn(topology.in().lists().first(vertex) + position)
        : topology.out().lists().first(vertex) + position;
  }
}
