// SPDX-License-Identifier: Apache-2.0
package io.graphember.inference.order;

import io.graphember.graph.id.Vid;
import io.graphember.graph.store.PartitionTopology;
import java.util.Arrays;
import java.util.Comparator;
import java.util.function.LongUnaryOperator;

/**
 * Orders of the vertices of a partition, masters and mirrors (GLISP, section IV-E). Inference uses
 * {@link #PDS}, the order of local numbers; the others are there to be compared with it.
 */
public enum VertexOrder {
  /** By the user's key. GLISP: natural sort, NS. */
  NATURAL,
  /** By in-degree in the whole graph, descending. GLISP: degree sort, DS. */
  DEGREE,
  /** By the partition of the master, then by key. GLISP: partition sort, PS. */
  PARTITION,
  /** By the partition of the master, then by degree: the partition's own vertices first. */
  PDS;

  /**
   * The vertices in this order.
   *
   * @param partition number of the partition
   * @param keys the user's key of a vid, in an order of its own
   * @return local numbers
   */
  public int[] vertices(PartitionTopology topology, int partition, LongUnaryOperator keys) {
    final int count = topology.vertices();
    if (this == PDS) {
      int[] all = new int[count];
      Arrays.setAll(all, v -> v);
      return all;
    }
    long[] key = new long[count];
    Arrays.setAll(key, v -> keys.applyAsLong(topology.vid(partition, v)));
    Comparator<Integer> order =
        switch (this) {
          case DEGREE -> Comparator.comparingInt(v -> -topology.inDegree(v));
          case PARTITION -> Comparator.comparingInt(v -> Vid.partition(topology.vid(partition, v)));
          default -> (v, w) -> 0;
        };
    Integer[] all = new Integer[count];
    Arrays.setAll(all, v -> v);
    Arrays.sort(all, order.thenComparingLong(v -> key[v]));
    return Arrays.stream(all).mapToInt(Integer::intValue).toArray();
  }
}
