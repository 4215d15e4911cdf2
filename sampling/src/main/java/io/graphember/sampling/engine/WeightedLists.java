// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.EdgeIndex;
import io.graphember.graph.store.PartitionTopology;
import io.graphember.spi.CounterRandom;

/**
 * What sampling by weight reads of the lists of one direction, in the order of the lists, so that a
 * list is read from one end to the other: the weight of each edge, and an identity that does not
 * depend on the partition it lies in. 8 bytes an edge. Immutable; safe for any thread.
 */
public final class WeightedLists {
  private static final long TYPE = 0xD1B54A32D192ED03L;
  private static final long PARALLEL = 0xABC98388FB8FAC03L;

  private final float[] weights;
  private final int[] identities;

  private WeightedLists(int edges) {
    weights = new float[edges];
    identities = new int[edges];
  }

  /** Bytes of the columns of so many edges. */
  static long estimateBytes(long edges) {
    return 8 * edges;
  }

  /**
   * Reads the lists of a direction once, O(edges).
   *
   * @param ofEdges weight of each edge
   * @param in true for in-edges
   */
  static WeightedLists of(int partition, PartitionTopology topology, float[] ofEdges, boolean in) {
    EdgeIndex index = in ? topology.in() : topology.out();
    WeightedLists lists = new WeightedLists(topology.edges());
    int[] neighbors = new int[64];
    for (int v = 0; v < topology.vertices(); v++) {
      final int degree = index.lists().degree(v);
      if (degree > neighbors.length) {
        neighbors = new int[2 * degree];
      }
      index.lists().copy(v, neighbors, 0);
      final int first = index.lists().first(v);
      long parallel = 0;
      int lastType = -1;
      for (int i = 0; i < degree; i++) {
        final int edge = in ? topology.edgeOfIn(first + i) : first + i;
        final int type = topology.types().edgeTypes() == 1 ? 0 : index.types().type(v, i);
        parallel = i > 0 && neighbors[i] == neighbors[i - 1] && type == lastType ? parallel + 1 : 0;
        lastType = type;
        lists.weights[first + i] = ofEdges[edge];
        lists.identities[first + i] =
            (int)
                CounterRandom.mix(
                    topology.vid(partition, neighbors[i]) * CounterRandom.GOLDEN
                        + type * TYPE
                        + parallel * PARALLEL);
      }
    }
    return lists;
  }

  /** Weight of each edge; not to be changed. */
  public float[] weights() {
    return weights;
  }

  /**
   * Identity of each edge: a hash of the other end's id, the edge type, and the number of the edge
   * among parallel ones. Not to be changed.
   */
  public int[] identities() {
    return identities;
  }
}
