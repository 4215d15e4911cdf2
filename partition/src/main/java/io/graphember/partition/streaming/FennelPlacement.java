// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import java.util.Arrays;

/** Where {@link Fennel} puts one vertex after the other. Used by one thread. */
final class FennelPlacement {
  private static final int NOWHERE = -1;

  private final int[] partitionOf; // of each vertex, NOWHERE before its first
  private final long[] sizes; // |S_p|
  private final double[] costs; // of the size of each partition
  private final int[] met; // neighbours in each partition
  private final double factor; // alpha gamma
  private final double exponent; // gamma - 1
  private final long most;

  /**
   * A placement of nobody.
   *
   * @param vertices numbers of vertices are below it
   * @param placed n, vertices that are placed
   * @param neighbors of all vertices together: 2 m
   */
  FennelPlacement(
      int vertices, long placed, long neighbors, int partitions, double gamma, double slack) {
    partitionOf = new int[vertices];
    Arrays.fill(partitionOf, NOWHERE);
    sizes = new long[partitions];
    costs = new double[partitions];
    met = new int[partitions];
    exponent = gamma - 1;
    factor =
        gamma
            * (neighbors / 2.0)
            * StrictMath.pow(partitions, exponent)
            / StrictMath.pow(Math.max(1, placed), gamma);
    most = Math.max(1, (long) Math.ceil(slack * placed / partitions));
  }

  /** Places a vertex, anew if it was placed before. */
  int place(int vertex, int[] neighbors, int count) {
    if (partitionOf[vertex] != NOWHERE) {
      resize(partitionOf[vertex], -1);
    }
    for (int i = 0; i < count; i++) {
      if (partitionOf[neighbors[i]] != NOWHERE && neighbors[i] != vertex) {
        met[partitionOf[neighbors[i]]]++;
      }
    }
    int best = NOWHERE;
    for (int p = 0; p < sizes.length; p++) {
      if (sizes[p] < most && (best == NOWHERE || better(p, best))) {
        best = p;
      }
    }
    Arrays.fill(met, 0);
    resize(best, 1);
    partitionOf[vertex] = best;
    return best;
  }

  private boolean better(int partition, int best) {
    final double score = met[partition] - costs[partition];
    final double bestScore = met[best] - costs[best];
    return score > bestScore || (score == bestScore && sizes[partition] < sizes[best]);
  }

  private void resize(int partition, int by) {
    sizes[partition] += by;
    costs[partition] = factor * StrictMath.pow(sizes[partition], exponent);
  }
}
