// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import io.graphember.spi.partition.EdgeStream;

/**
 * What one share has of a graph that is cut: all vertices by number, and the edges at its vertices.
 *
 * @param edges every edge with an end at home here, in the canonical order of the graph; an edge
 *     whose ends are at home in two shares is in both
 * @param homes where vertices are at home
 * @param exchange the other shares
 */
public record GraphShare(EdgeStream edges, VertexHomes homes, ShareExchange exchange) {
  /** A graph that has one share. */
  public static GraphShare whole(EdgeStream edges) {
    return new GraphShare(edges, VertexHomes.ALONE, ShareExchange.ALONE);
  }

  /** True if there are no other shares. */
  public boolean alone() {
    return homes.alone();
  }

  /** True if an edge is this share's own: its partition is asked for here. */
  public boolean owns(int destination) {
    return homes.here(destination);
  }
}
