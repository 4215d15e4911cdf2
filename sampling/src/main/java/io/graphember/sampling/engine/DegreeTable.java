// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.engine;

import io.graphember.graph.store.PartitionTopology;

/**
 * Draws masters of a partition with probabilities in proportion to degree to the power of {@value
 * #POWER} (Mikolov et al., "Distributed representations of words and phrases", 2013, section 2.2),
 * in O(1). The degree is that of both directions in the whole graph. 12 bytes a master; immutable;
 * safe for any thread.
 */
public final class DegreeTable {
  private static final double POWER = 0.75;

  private final AliasTables table;
  private final int from;
  private final int size;
  private final double total;

  private DegreeTable(AliasTables table, int from, int size, double total) {
    this.table = table;
    this.from = from;
    this.size = size;
    this.total = total;
  }

  static long estimateBytes(long masters) {
    return 12 * masters + 8;
  }

  /** The table of the masters {@code from .. to - 1}. */
  static DegreeTable of(PartitionTopology topology, int from, int to) {
    float[] weights = new float[to - from];
    double total = 0;
    for (int v = from; v < to; v++) {
      double degree = (double) topology.inDegree(v) + topology.outDegree(v);
      weights[v - from] = (float) Math.pow(degree, POWER);
      total += weights[v - from];
    }
    return new DegreeTable(AliasTables.of(weights), from, to - from, total);
  }

  /** Sum of the masters' weights. */
  public double total() {
    return total;
  }

  /** The master that random bits choose; only if the total is positive. */
  public int draw(long bits) {
    return from + table.draw(0, size, bits);
  }
}
