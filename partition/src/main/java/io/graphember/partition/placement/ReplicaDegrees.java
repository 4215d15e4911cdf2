// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.placement;

import io.graphember.partition.exchange.MessageReader;
import io.graphember.partition.streaming.VertexReplicas;

/**
 * How many edges each vertex has in each partition that holds it. The entries of a vertex are in
 * ascending order of partition; a vertex that no partition holds yet has one entry, for where its
 * master will be. 8 bytes a replica and 4 a vertex. Immutable once built.
 */
final class ReplicaDegrees {
  private final int[] offsets; // [vertices + 1]
  private final int[] ending; // [replicas]
  private final int[] beginning; // [replicas]

  private ReplicaDegrees(int[] offsets) {
    this.offsets = offsets;
    ending = new int[offsets[offsets.length - 1]];
    beginning = new int[ending.length];
  }

  /**
   * Counts. O(V + R) beside the walk over the edges.
   *
   * @param sets partitions that hold each vertex
   * @param vertices how many vertices there are
   */
  static ReplicaDegrees of(Incidences edges, VertexReplicas sets, int vertices) {
    int[] offsets = new int[vertices + 1];
    for (int v = 0; v + 1 < offsets.length; v++) {
      offsets[v + 1] = Math.addExact(offsets[v], Math.max(1, sets.count(v)));
    }
    ReplicaDegrees degrees = new ReplicaDegrees(offsets);
    edges.forEach(
        (vertex, partition, ends, begins) -> {
          if (sets.holds(vertex, partition) == 0) {
            throw MessageReader.malformed(
                "partition %d has edges of vertex %d, and had none before"
                    .formatted(partition, vertex));
          }
          final int entry = offsets[vertex] + sets.rank(vertex, partition);
          degrees.ending[entry] += ends;
          degrees.beginning[entry] += begins;
        });
    return degrees;
  }

  /** Number of entries of all vertices. */
  int entries() {
    return ending.length;
  }

  /** First entry of a vertex, up to the number of vertices. */
  int first(int vertex) {
    return offsets[vertex];
  }

  /** The vertex of an entry. O(log vertices). */
  int row(int entry) {
    int low = 0;
    int high = offsets.length - 2;
    while (low < high) { // the last vertex whose entries do not begin behind it
      final int middle = (low + high + 1) >>> 1;
      if (offsets[middle] <= entry) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

  /** Edges that end at the vertex there. */
  int in(int entry) {
    return ending[entry];
  }

  /** Edges that begin at the vertex there. */
  int out(int entry) {
    return beginning[entry];
  }

  /** Edges of the vertex there, both directions. */
  long both(int entry) {
    return (long) ending[entry] + beginning[entry];
  }
}
