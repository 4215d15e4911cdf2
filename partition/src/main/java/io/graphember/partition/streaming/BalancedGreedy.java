// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

/**
 * Places one edge after the other where it costs least: a new replica costs the more, the more
 * vertices the partition has already, and an edge the more, the more edges it has.
 *
 * <pre>
 * cost(e, p) = replicas that p lacks * (1 + 10 (V_p / mean V - 1)) + 10 E_p / (E / P)
 * </pre>
 *
 * <p>O(P) an edge. Ties go to the lower partition. Used by one thread at a time.
 */
public final class BalancedGreedy implements EdgePlacement {
  private static final double VERTEX_WEIGHT = 10;
  private static final double EDGE_WEIGHT = 10;

  private final VertexReplicas sets;
  private final long[] vertices;
  private final long[] edges;
  private final double edgePrice;
  private long replicas;

  /**
   * Goes on from a cut, which it changes.
   *
   * @param sets partitions of each vertex
   * @param vertices V_p
   * @param edges E_p
   * @param allEdges E, edges there will be at the end
   */
  public BalancedGreedy(VertexReplicas sets, long[] vertices, long[] edges, long allEdges) {
    this.sets = sets;
    this.vertices = vertices;
    this.edges = edges;
    edgePrice = edgePrice(edges.length, allEdges);
    for (long count : vertices) {
      replicas += count;
    }
  }

  @Override
  public int place(int source, int destination) {
    int best = cheapest(source, destination);
    edges[best]++;
    join(source, best);
    join(destination, best);
    return best;
  }

  private int cheapest(int source, int destination) {
    final int partitions = edges.length;
    final double vertexPrice = vertexPrice(replicas, partitions);
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int p = 0; p < partitions; p++) {
      int lacking = 2 - sets.holds(source, p) - sets.holds(destination, p);
      double cost = lacking * replica(vertices[p], vertexPrice) + edgePrice * edges[p];
      if (cost < least) {
        least = cost;
        best = p;
      }
    }
    return best;
  }

  static double vertexPrice(long replicas, int partitions) {
    return VERTEX_WEIGHT * partitions / Math.max(1, replicas);
  }

  static double edgePrice(int partitions, long allEdges) {
    return EDGE_WEIGHT * partitions / Math.max(1, allEdges);
  }

  static double replica(long vertices, double vertexPrice) {
    return 1 - VERTEX_WEIGHT + vertexPrice * vertices;
  }

  private void join(int vertex, int partition) {
    if (sets.holds(vertex, partition) == 0) {
      sets.add(vertex, partition);
      vertices[partition]++;
      replicas++;
    }
  }
}
