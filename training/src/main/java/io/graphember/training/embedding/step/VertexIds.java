// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.embedding.step;

import io.graphember.graph.id.Vid;
import java.util.Arrays;

/** The vertices of a graph, numbered through all partitions. Immutable; any thread. */
public final class VertexIds {
  private final long[] ends; // masters of the first 1, 2, ... partitions

  /**
   * The vertices of a graph.
   *
   * @param masters vertices of each partition
   */
  public VertexIds(long[] masters) {
    ends = masters.clone();
    Arrays.parallelPrefix(ends, Long::sum);
  }

  /** How many there are. */
  public long count() {
    return ends[ends.length - 1];
  }

  /** The id of the i-th one; O(log partitions). */
  public long at(long i) {
    int p = Arrays.binarySearch(ends, i);
    p = p >= 0 ? p + 1 : -p - 1;
    while (ends[p] == i) { // partitions without vertices
      p++;
    }
    return Vid.of(p, (int) (i - (p == 0 ? 0 : ends[p - 1])));
  }
}
