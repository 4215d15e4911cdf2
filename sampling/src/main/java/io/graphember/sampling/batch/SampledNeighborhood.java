// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.batch;

import java.util.List;

/**
 * The sampled neighbourhood of a batch of seeds.
 *
 * @param hops hop 1 (of the seeds) first; the sources of a hop are the destinations of the next
 * @param vids id of every vertex reached; the seeds first, then hop by hop
 * @param degrees degree in the whole graph of every vertex reached, in the direction of sampling:
 *     the in-degree, unless something else was asked for; zeros of vertices that the last hop
 *     reached where nobody asked for theirs, and if all fanouts were 0
 * @param lists for each partition the edges of the last hop that lie there; empty if that was not
 *     asked for
 */
public record SampledNeighborhood(
    List<SampledHop> hops, long[] vids, int[] degrees, List<LocalEdges> lists) {

  /** A neighbourhood that does not say where edges lie. */
  public SampledNeighborhood(List<SampledHop> hops, long[] vids, int[] degrees) {
    this(hops, vids, degrees, List.of());
  }

  /** The hop whose sources are the inputs of the first layer. */
  public SampledHop lastHop() {
    return hops.get(hops.size() - 1);
  }

  /** Number of edges of all hops. */
  public long edges() {
    long edges = 0;
    for (SampledHop hop : hops) {
      edges += hop.neighbors().length;
    }
    return edges;
  }
}
