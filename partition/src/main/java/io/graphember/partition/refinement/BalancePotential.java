// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.refinement;

import io.graphember.partition.cut.VertexCut;

/**
 * What refinement makes small: the number of replicas, and how far partitions are from the mean.
 *
 * <pre>
 * Phi = sum_p V_p + A (V_p - v)^2 / 2 v + C (v / e) (E_p - e)^2 / 2 e
 * </pre>
 *
 * <p>where A = C, and v and e are the means of V_p and E_p. A partition that is x over its mean
 * pays A x more for a replica, and C x (v / e) more for an edge.
 */
final class BalancePotential {
  /** A move that changes Phi by less than this makes it smaller. */
  static final double WORTH = -1e-9;

  private static final double FIRST_WEIGHT = 0.5;
  private static final double WEIGHT = 25;
  private static final double MOST_WEIGHT = 2000;
  private static final double BALANCED = 1.005;
  private static final double CLEARLY = 0.4; // of a replica

  private final long[] vertices;
  private final long[] edges;
  private double weight = WEIGHT; // A = C
  private double meanVertices;
  private double meanEdges;
  private double vertexSlope; // A / v
  private double edgeSlope; // C v / e^2
  private boolean balanced;
  private int smallest; // partition

  /**
   * A potential of sizes that a caller keeps.
   *
   * @param vertices V_p
   * @param edges E_p
   */
  BalancePotential(long[] vertices, long[] edges) {
    this.vertices = vertices;
    this.edges = edges;
    refresh();
  }

  /** Takes the means of now. */
  void refresh() {
    meanVertices = VertexCut.mean(vertices);
    meanEdges = VertexCut.mean(edges);
    vertexSlope = weight / meanVertices;
    edgeSlope = weight * meanVertices / (meanEdges * meanEdges);
    smallest = 0;
    for (int p = 1; p < vertices.length; p++) {
      smallest = size(p) < size(smallest) ? p : smallest;
    }
    balanced = VertexCut.balance(vertices) < BALANCED && VertexCut.balance(edges) < BALANCED;
  }

  /**
   * Sets what imbalance costs.
   *
   * @param share from 0, where it hardly counts, to 1, where it does in full
   */
  void weigh(double share) {
    weight = FIRST_WEIGHT * StrictMath.pow(WEIGHT / FIRST_WEIGHT, share);
    refresh();
  }

  private double size(int partition) {
    return vertices[partition] / meanVertices + edges[partition] / meanEdges;
  }

  /** The partition with the fewest vertices and edges, each by their mean. */
  int smallest() {
    return smallest;
  }

  /** Makes imbalance twice as dear, up to a bound. */
  void stiffen() {
    weight = Math.min(MOST_WEIGHT, 2 * weight);
    refresh();
  }

  /** True if nothing needs to be done for balance. */
  boolean balanced() {
    return balanced;
  }

  /**
   * True if a replica, or its share of the edges, costs clearly more than in the smallest
   * partition.
   */
  boolean overloaded(int partition) {
    return weight * (vertices[partition] - vertices[smallest]) > CLEARLY * vertices[smallest]
        || weight * (edges[partition] - edges[smallest]) > CLEARLY * edges[smallest];
  }

  /** True if a partition keeps an edge when so many go: none is emptied. */
  boolean spares(int partition, int moved) {
    return moved < edges[partition];
  }

  /**
   * By how much Phi changes with a move.
   *
   * @param left vertices that leave partition {@code from}
   * @param joined vertices that join partition {@code to}
   * @param moved edges that go from one to the other
   */
  double change(int from, int left, int to, int joined, int moved) {
    double away = left * (1 + vertexSlope * (vertices[from] - meanVertices - 0.5 * left));
    double there = joined * (1 + vertexSlope * (vertices[to] - meanVertices + 0.5 * joined));
    return there - away + edgeSlope * moved * (edges[to] - edges[from] + moved);
  }
}
