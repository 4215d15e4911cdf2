// SPDX-License-Identifier: Apache-2.0
package io.graphember.jobs.retrain;

import io.graphember.client.api.GraphInfo;

/**
 * How much of a graph there is, to see how much of it has changed. Counted are vertices and edges
 * of all types, in the balance; of a graph that follows its tables the changes of their rows too,
 * which say more where as much goes as comes. New features or labels of vertices that were there
 * before are a change of a row, and else none.
 *
 * @param version of the graph
 * @param vertices of all types
 * @param edges of all types, as they are stored: with their reverses if the graph has these
 * @param rows changes of rows of its tables so far; 0 if it follows none
 */
public record GraphChange(long version, long vertices, long edges, long rows) {
  /** A version of a graph. */
  public static GraphChange of(GraphInfo graph) {
    return new GraphChange(graph.version(), graph.vertices(), graph.edges(), graph.changedRows());
  }

  /**
   * Share of this version that has changed in another one: vertices and edges that came or went, in
   * the balance, or rows that have changed if these are more, by all vertices and edges there were.
   *
   * @return 0 or more; above 1 if there is more than twice as much
   */
  public double share(GraphChange later) {
    final double changed =
        Math.abs((double) later.vertices - vertices) + Math.abs((double) later.edges - edges);
    return Math.max(changed, later.rows - rows) / Math.max(1, (double) vertices + edges);
  }
}
