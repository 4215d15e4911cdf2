// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.op;

import io.graphember.graph.store.PartitionTopology;
import io.graphember.memory.array.IntArray;
import java.util.Arrays;

/** Numbers of edges by their places in lists. Any thread. */
public final class EdgeNumbers {
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
  public static void find(
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
    } else if (direction == Direction.BOTH) {
      findOfBoth(topology, vertices, counts, size, positions.values, numbers.values);
    } else {
      final boolean in = direction == Direction.IN;
      addStarts(topology, in, vertices, counts, size, positions.values, numbers.values);
      if (in) {
        topology.edgesOfIn(numbers.values, numbers.size);
      }
    }
  }

  /** Places among the edges of all vertices of a direction. */
  private static void addStarts(
      PartitionTopology topology,
      boolean in,
      int[] vertices,
      int[] counts,
      int size,
      int[] positions,
      int[] places) {
    int at = 0;
    for (int i = 0; i < size; i++) {
      final int first = (in ? topology.in() : topology.out()).lists().first(vertices[i]);
      for (int end = at + counts[i]; at < end; at++) {
        places[at] = first + positions[at];
      }
    }
  }

  private static void findOfBoth(
      PartitionTopology topology,
      int[] vertices,
      int[] counts,
      int size,
      int[] positions,
      int[] numbers) {
    int at = 0;
    for (int i = 0; i < size; i++) {
      final int ins = topology.in().lists().degree(vertices[i]);
      for (int end = at + counts[i]; at < end; at++) {
        numbers[at] =
            positions[at] < ins
                ? of(topology, true, vertices[i], positions[at])
                : of(topology, false, vertices[i], positions[at] - ins);
      }
    }
  }

  /** The number of the edge at a position of a vertex's list of in-edges, or of out-edges. */
  public static int of(PartitionTopology topology, boolean in, int vertex, int position) {
    return in
        ? topology.edgeOfIn(topology.in().lists().first(vertex) + position)
        : topology.out().lists().first(vertex) + position;
  }
}
