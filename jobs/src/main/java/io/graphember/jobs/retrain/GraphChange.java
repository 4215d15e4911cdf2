// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.retrain;

import io.graphember.client.api.GraphInfo;

/**
 * How much of a graph there is, to see how much of it has changed. Counted are vertices and edges
 * of all types; new features or labels of vertices that were there before are no change.
 *
 * @param version of the graph
 * @param vertices of all types
 * @param edges of all types, as they are stored: with their reverses if the graph has these
 */
public record GraphChange(long version, long vertices, long edges) {
  /** A version of a graph. */
  public static GraphChange of(GraphInfo graph) {
    return new GraphChange(graph.version(), graph.vertices(), graph.edges());
  }

  /**
   * Share of this version that has changed in another one: vertices and edges that came or went, in
   * the balance, by all there were.
   *
   * @return 0 or more; above 1 if there is more than twice as much
   */
  public double share(GraphChange later) {
    final double changed =
        Math.abs((double) later.vertices - vertices) + Math.abs((double) later.edges - edges);
    return changed / Math.max(1, (double) vertices + edges);
  }
}
