// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.lists;

import io.graphember.graph.store.ReplicaSets;
import java.util.Arrays;
import java.util.List;

/**
 * The masters of this process that have in-edges in a partition of another one.
 *
 * @param vertices their local numbers there, ascending: mirrors are numbered by vid
 * @param inDegrees their in-edges there that a layer looks at
 */
public record BoundaryMasters(int[] vertices, int[] inDegrees) {
  /** Of the masters of some partitions, in order, in partition q. */
  public static BoundaryMasters of(
      List<InferencePartition> home, int q, NeighborDraws draws, int layer) {
    int[] vertices = new int[1024];
    int[] inDegrees = new int[1024];
    int count = 0;
    for (InferencePartition partition : home) {
      ReplicaSets replicas = partition.topology().replicas();
      int master = 0;
      final int end = replicas.offsets().get(partition.topology().masters());
      for (int entry = 0; entry < end; entry++) {
        while (replicas.offsets().get(master + 1) <= entry) {
          master++;
        }
        if (replicas.partitions().get(entry) == q && replicas.inDegrees().get(entry) > 0) {
          if (count == vertices.length) {
            vertices = Arrays.copyOf(vertices, 2 * count);
            inDegrees = Arrays.copyOf(inDegrees, 2 * count);
          }
          vertices[count] = replicas.locals().get(entry);
          inDegrees[count++] =
              draws.chosenAt(layer, partition.number(), partition.topology(), master, entry);
        }
      }
    }
    return new BoundaryMasters(Arrays.copyOf(vertices, count), Arrays.copyOf(inDegrees, count));
  }

  /** In-edges of all of them. */
  public long edges() {
    long edges = 0;
    for (int degree : inDegrees) {
      edges += degree;
    }
    return edges;
  }
}
