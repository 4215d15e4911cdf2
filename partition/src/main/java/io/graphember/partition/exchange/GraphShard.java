// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.exchange;

import io.graphember.spi.partition.EdgeStream;

/**
 * What one shard has of a graph that is cut: the vertices that it knows, and the edges at those at
 * home in it.
 *
 * @param edges every edge with an end at home here, in the canonical order of the graph, its ends
 *     by their numbers in the shard; an edge whose ends are at home in two shards is in both
 * @param shared the vertices, and which of them other shards know
 */
public record GraphShard(EdgeStream edges, SharedVertices shared) {
  /** A graph that has one shard. */
  public static GraphShard whole(EdgeStream edges) {
    final int vertices = Math.toIntExact(edges.vertices());
    return new GraphShard(edges, SharedVertices.alone(LocalVertices.all(vertices)));
  }

  /** Where the vertices are at home. */
  public VertexHomes homes() {
    return shared.vertices().homes();
  }

  /** The other shards. */
  public ShardExchange exchange() {
    return shared.exchange();
  }

  /** True if there are no other shards. */
  public boolean alone() {
    return shared.alone();
  }

  /** True if an edge is this shard's own: its partition is asked for here. */
  public boolean owns(int destination) {
    return homes().here(destination);
  }
}
