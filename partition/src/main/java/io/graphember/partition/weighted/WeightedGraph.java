// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.weighted;

/**
 * An undirected graph whose vertices and edges have weights, compressed by vertex; every edge is at
 * both ends, and none is a loop. Not to be changed.
 *
 * @param offsets {@code int[vertices + 1]} into the neighbours
 * @param neighbors of each vertex
 * @param edgeWeights of the edges to these
 * @param weights {@code [constraints][vertices]}
 */
public record WeightedGraph(int[] offsets, int[] neighbors, int[] edgeWeights, int[][] weights) {
  /** The same graph, whose vertices have other weights. */
  public WeightedGraph with(int[][] others) {
    return new WeightedGraph(offsets, neighbors, edgeWeights, others);
  }

  /** Number of vertices. */
  public int vertices() {
    return offsets.length - 1;
  }

  /** How many weights a vertex has. */
  public int constraints() {
    return weights.length;
  }

  /** Neighbours of a vertex. */
  public int degree(int vertex) {
    return offsets[vertex + 1] - offsets[vertex];
  }

  /** Sums of the weights of all vertices. */
  public long[] totals() {
    final long[] totals = new long[weights.length];
    for (int c = 0; c < totals.length; c++) {
      for (int weight : weights[c]) {
        totals[c] += weight;
      }
    }
    return totals;
  }

  /** Weight of the edges between different partitions. */
  public long cut(int[] partitionOf) {
    long twice = 0;
    for (int v = 0; v < vertices(); v++) {
      for (int i = offsets[v]; i < offsets[v + 1]; i++) {
        twice += partitionOf[v] == partitionOf[neighbors[i]] ? 0 : edgeWeights[i];
      }
    }
    return twice / 2;
  }
}
