// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import java.util.Arrays;

/**
 * A hop whose edges are sorted destination by destination, see {@link NeighborOrder}.
 *
 * @param hop the hop
 * @param edges which edges it has; {@link SampledEdges#NONE} if it is not known
 */
record OrderedHop(SampledHop hop, SampledEdges edges) {
  /**
   * Sorts a hop; takes 20 bytes an edge, and as many again for what is known of its edges.
   *
   * @param vids ids of its sources
   */
  static OrderedHop of(SampledHop hop, SampledEdges edges, long[] vids) {
    final int count = hop.neighbors().length;
    final boolean known = edges.types().length > 0;
    long[] sources = new long[count];
    Arrays.setAll(sources, e -> vids[hop.neighbors()[e]]);
    int[] types = known ? edges.types() : new int[count];
    int[] from = new int[count];
    NeighborOrder order = new NeighborOrder();
    for (int v = 0; v < (hop.isAddedUp() ? 0 : hop.destinations()); v++) {
      final int first = hop.offsets()[v];
      final int[] places = order.sort(sources, types, first, hop.offsets()[v + 1] - first);
      for (int e = first; e < hop.offsets()[v + 1]; e++) {
        from[e] = first + places[e - first];
      }
    }
    float[] factors = new float[hop.factors().length];
    for (int e = 0; e < factors.length; e++) {
      factors[e] = hop.factors()[from[e]];
    }
    return new OrderedHop(
        new SampledHop(
            hop.destinations(),
            hop.sources(),
            hop.offsets(),
            moved(hop.neighbors(), from),
            factors),
        known
            ? new SampledEdges(
                moved(edges.partitions(), from),
                moved(edges.numbers(), from),
                moved(edges.types(), from))
            : edges);
  }

  private static int[] moved(int[] values, int[] from) {
    int[] moved = new int[values.length];
    for (int e = 0; e < moved.length; e++) {
      moved[e] = values[from[e]];
    }
    return moved;
  }
}
