// SPDX-License-Identifier: Apache-2.0
package io.graphember.training.footprint;

import io.graphember.sampling.op.UniformNeighbors;
import java.util.List;

/**
 * How large a graph is, as far as a batch can be bounded by it.
 *
 * @param vertices number of vertices
 * @param edges number of edges
 * @param inDegrees number of vertices with in-degree 0, 1, 2 to 3, 4 to 7 and so on; empty if that
 *     is unknown
 * @param sparseRowFloats floats and indices of a row of features on average, if rows are sparse; 0
 *     if they are dense
 */
public record GraphSize(long vertices, long edges, List<Long> inDegrees, int sparseRowFloats) {
  /** Copies the list. */
  public GraphSize {
    inDegrees = List.copyOf(inDegrees);
  }

  /** A graph of dense rows. */
  public GraphSize(long vertices, long edges, List<Long> inDegrees) {
    this(vertices, edges, inDegrees, 0);
  }

  /**
   * Most in-edges that some vertices have together, if each takes so many at most: as if they were
   * those with the highest degrees. O(degrees).
   *
   * @param fanout of each vertex, or {@link UniformNeighbors#ALL}
   */
  public long inEdges(long some, int fanout) {
    final long each = fanout == UniformNeighbors.ALL ? edges : fanout;
    if (inDegrees.isEmpty()) {
      return Math.min(edges, saturated(some, each));
    }
    long left = some;
    long sum = 0;
    for (int i = inDegrees.size() - 1; i > 0 && left > 0; i--) {
      final long here = Math.min(left, inDegrees.get(i));
      sum += saturated(here, Math.min(each, (1L << i) - 1));
      left -= here;
    }
    return Math.min(edges, sum);
  }

  private static long saturated(long factor, long other) {
    return factor == 0 || other <= Long.MAX_VALUE / factor ? factor * other : Long.MAX_VALUE;
  }
}
