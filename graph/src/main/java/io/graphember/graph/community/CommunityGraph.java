// SPDX-License-Identifier: Apache-2.0
package io.graphember.graph.community;

import java.util.Arrays;

/**
 * An undirected graph with weights, compressed by vertex: every edge is at both ends, none of these
 * is a loop. 8 bytes for each end of an edge, 12 for each vertex. Not to be changed.
 *
 * @param offsets {@code int[vertices + 1]} into the neighbours
 * @param neighbors of each vertex, each once
 * @param weights of the edges to these, 1 or more
 * @param loops weight of what lies within each vertex, both ends counted: twice that of its edges
 */
public record CommunityGraph(int[] offsets, int[] neighbors, int[] weights, long[] loops) {
  /** A graph without loops. */
  public CommunityGraph(int[] offsets, int[] neighbors, int[] weights) {
    this(offsets, neighbors, weights, new long[offsets.length - 1]);
  }

  /** Number of vertices. */
  public int vertices() {
    return offsets.length - 1;
  }

  /** Weight of all ends of edges at a vertex, {@code k_v}. */
  long strength(int vertex) {
    long sum = loops[vertex];
    for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
      sum += weights[i];
    }
    return sum;
  }

  /** Weight of all ends of edges, {@code 2 m}. */
  long total() {
    long sum = 0;
    for (int v = 0; v < vertices(); v++) {
      sum += strength(v);
    }
    return sum;
  }

  /**
   * Modularity of a division (Newman, Girvan, "Finding and evaluating community structure in
   * networks", Phys. Rev. E 69, 2004): the share of edges within communities, less the share that
   * chance would put there,
   *
   * <pre>
   * Q = sum_c (in_c / 2 m - resolution (tot_c / 2 m)^2)
   * </pre>
   *
   * <p>O(V + E).
   *
   * @param communityOf community of each vertex, {@code 0 .. vertices - 1}
   * @return from -1/2 to 1 with resolution 1; 0 of a graph without edges
   */
  public double modularity(int[] communityOf, double resolution) {
    final long[] strengths = new long[vertices()];
    long within = 0;
    for (int v = 0; v < vertices(); v++) {
      strengths[communityOf[v]] += strength(v);
      within += loops[v];
      for (int i = offsets[v]; i < offsets[v + 1]; i++) {
        within += communityOf[v] == communityOf[neighbors[i]] ? weights[i] : 0;
      }
    }
    final double total = total();
    if (total == 0) {
      return 0;
    }
    double chance = 0;
    for (long strength : strengths) {
      chance += strength / total * (strength / total);
    }
    return within / total - resolution * chance;
  }

  /**
   * The graph whose vertices are communities.
   *
   * @param communityOf community of each vertex, without gaps
   * @param communities how many
   */
  CommunityGraph aggregate(int[] communityOf, int communities) {
    final int[] starts = new int[communities + 1];
    for (int community : communityOf) {
      starts[community + 1]++;
    }
    for (int c = 0; c < communities; c++) {
      starts[c + 1] += starts[c];
    }
    final int[] members = new int[communityOf.length];
    final int[] next = starts.clone();
    for (int v = 0; v < communityOf.length; v++) {
      members[next[communityOf[v]]++] = v;
    }
    final int[] coarseOffsets = new int[communities + 1];
    final int[] coarseNeighbors = new int[neighbors.length];
    final int[] coarseWeights = new int[neighbors.length];
    final long[] coarseLoops = new long[communities];
    final int[] slotOf = new int[communities]; // slot to a neighbour, plus 1
    int kept = 0;
    for (int c = 0; c < communities; c++) {
      final int first = kept;
      for (int m = starts[c]; m < starts[c + 1]; m++) {
        final int v = members[m];
        coarseLoops[c] += loops[v];
        for (int i = offsets[v]; i < offsets[v + 1]; i++) {
          final int other = communityOf[neighbors[i]];
          if (other == c) {
            coarseLoops[c] += weights[i];
          } else if (slotOf[other] > first) {
            coarseWeights[slotOf[other] - 1] += weights[i];
          } else {
            coarseNeighbors[kept] = other;
            coarseWeights[kept++] = weights[i];
            slotOf[other] = kept;
          }
        }
      }
      coarseOffsets[c + 1] = kept;
    }
    return new CommunityGraph(
        coarseOffsets,
        Arrays.copyOf(coarseNeighbors, kept),
        Arrays.copyOf(coarseWeights, kept),
        coarseLoops);
  }
}
