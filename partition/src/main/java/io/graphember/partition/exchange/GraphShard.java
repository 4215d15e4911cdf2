// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import io.graphember.spi.partition.EdgeStream;

/**
 * What one shard has of a graph that is cut: all vertices by number, and the edges at its vertices.
 *
 * @param edges every edge with an end at home here, in the canonical order of the graph; an edge
 *     whose ends are at home in two shards is in both
 * @param homes where vertices are at home
 * @param exchange the other shards
 */
public record GraphShard(EdgeStream edges, VertexHomes homes, ShardExchange exchange) {
  /** A graph that has one shard. */
  public static GraphShard whole(EdgeStream edges) {
    return new GraphShard(edges, VertexHomes.ALONE, ShardExchange.ALONE);
  }

  /** True if there are no other shards. */
  public boolean alone() {
    return homes.alone();
  }

  /** True if an edge is this shard's own: its partition is asked for here. */
  public boolean owns(int destination) {
    return homes.here(destination);
  }
}
