// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.store;

import io.graphember.memory.PackedInts;

/**
 * The other replicas of the vertices of a partition: entries {@code offsets[v] .. offsets[v + 1] -
 * 1} of vertex v, in ascending order of partition, without the partition itself. An interior vertex
 * has none. Immutable; safe for any thread.
 *
 * @param offsets first entry of each local vertex, and the end
 * @param partitions partition of each entry
 * @param locals local number of the vertex there
 * @param inDegrees in-edges of the vertex there
 * @param outDegrees out-edges of the vertex there
 */
public record ReplicaSets(
    PackedInts offsets,
    PackedInts partitions,
    PackedInts locals,
    PackedInts inDegrees,
    PackedInts outDegrees) {

  /** Sum of degrees over the entries of a vertex. */
  static int sum(PackedInts offsets, PackedInts degrees, int vertex) {
    int sum = 0;
    for (int r = offsets.get(vertex); r < offsets.get(vertex + 1); r++) {
      sum += degrees.get(r);
    }
    return sum;
  }
}
