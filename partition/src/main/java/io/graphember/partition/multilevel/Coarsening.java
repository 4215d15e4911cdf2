// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * One step of coarsening (Karypis, Kumar, "A fast and high quality multilevel scheme for
 * partitioning irregular graphs", SIAM J. Sci. Comput. 1998, section 3): vertices are matched along
 * heavy edges, and each pair becomes one vertex.
 *
 * <p>Vertices are visited in the order of their degrees, of one degree in a random one; each is
 * matched with the free neighbour to which its edge is heaviest in proportion to both weights.
 * Those that are left, in graphs with hubs most, are matched with others that are left at the same
 * neighbour (two-hop matching), and vertices without neighbours with one another. O(E).
 */
final class Coarsening {
  private static final int MOST_TWO_HOP = 64; // degree of vertices that are matched so

  private final WeightedGraph fine;
  private final long[] most;
  private final double[] scales; // of each weight in the size of a vertex
  private final int[] partitionOf;
  private final int[] match;
  private final int[] coarseOf;
  private int coarseVertices;

  /**
   * A step that is done.
   *
   * @param most of each weight that a coarse vertex has
   * @param partitionOf of each vertex: those of different partitions are not matched
   */
  Coarsening(WeightedGraph fine, long[] most, int[] partitionOf, long key) {
    this.fine = fine;
    this.most = most;
    this.partitionOf = partitionOf;
    final long[] totals = fine.totals();
    final long largest = Arrays.stream(totals).max().orElseThrow();
    scales = Arrays.stream(totals).mapToDouble(total -> (double) largest / total).toArray();
    match = new int[fine.vertices()];
    coarseOf = new int[fine.vertices()];
    Arrays.fill(match, -1);
    matchNeighbors(order(key));
    matchTwoHop();
    number();
  }

  private int[] order(long key) {
    final long[] order = new long[fine.vertices()];
    for (int v = 0; v < order.length; v++) {
      final long random = CounterRandom.bits(key, v) >>> 40; // 24 bits
      final long degree = Math.min(fine.degree(v), (1 << 7) - 1);
      order[v] = degree << 56 | random << 32 | v;
    }
    Arrays.sort(order);
    final int[] vertices = new int[order.length];
    Arrays.setAll(vertices, i -> (int) order[i]);
    return vertices;
  }

  /** All weights of a vertex together, each as a share of its total; at least 1. */
  private double size(int vertex) {
    double size = 0;
    for (int c = 0; c < scales.length; c++) {
      size += scales[c] * fine.weights()[c][vertex];
    }
    return Math.max(1, size);
  }

  private boolean fits(int vertex, int other) {
    boolean fits = partitionOf[vertex] == partitionOf[other];
    for (int c = 0; fits && c < most.length; c++) {
      final int[] weights = fine.weights()[c];
      fits = (long) weights[vertex] + weights[other] <= most[c];
    }
    return fits;
  }

  private void matchNeighbors(int[] order) {
    for (int v : order) {
      if (match[v] >= 0) {
        continue;
      }
      int best = -1;
      double heaviest = -1;
      for (int i = fine.offsets()[v]; i < fine.offsets()[v + 1]; i++) {
        final int w = fine.neighbors()[i];
        if (match[w] < 0 && fits(v, w)) {
          final double weight = (double) fine.edgeWeights()[i] / size(w);
          if (weight > heaviest) {
            heaviest = weight;
            best = w;
          }
        }
      }
      if (best >= 0) {
        match[v] = best;
        match[best] = v;
      }
    }
  }

  private void matchTwoHop() {
    final FreeVertices free = new FreeVertices();
    for (int hub = 0; hub < fine.vertices(); hub++) {
      for (int i = fine.offsets()[hub]; i < fine.offsets()[hub + 1]; i++) {
        final int v = fine.neighbors()[i];
        if (match[v] < 0 && fine.degree(v) <= MOST_TWO_HOP) {
          free.match(v);
        }
      }
      free.forget();
    }
    for (int v = 0; v < fine.vertices(); v++) { // and those that have no neighbours
      if (match[v] < 0 && fine.degree(v) == 0) {
        free.match(v);
      }
    }
  }

  /** A vertex of each partition that waits for one to be matched with. */
  private final class FreeVertices {
    private final int[] ofPartition = new int[Arrays.stream(partitionOf).max().orElse(0) + 1];
    private final IntArray waiting = new IntArray(16); // partitions

    FreeVertices() {
      Arrays.fill(ofPartition, -1);
    }

    void match(int vertex) {
      final int partition = partitionOf[vertex];
      final int other = ofPartition[partition];
      if (other == vertex) {
        return;
      }
      if (other < 0 || !fits(other, vertex)) {
        ofPartition[partition] = vertex;
        waiting.add(partition);
      } else {
        match[vertex] = other;
        match[other] = vertex;
        ofPartition[partition] = -1;
      }
    }

    void forget() {
      for (int i = 0; i < waiting.size; i++) {
        ofPartition[waiting.values[i]] = -1;
      }
      waiting.size = 0;
    }
  }

  private void number() {
    for (int v = 0; v < match.length; v++) {
      if (match[v] < 0 || match[v] >= v) {
        coarseOf[v] = coarseVertices++;
      } else {
        coarseOf[v] = coarseOf[match[v]];
      }
    }
  }

  /** Vertices of the coarse graph. */
  int coarseVertices() {
    return coarseVertices;
  }

  /** Vertex of the coarse graph that each fine one became. */
  int[] coarseOf() {
    return coarseOf;
  }

  /** The partition of each coarse vertex. */
  int[] coarsePartitions() {
    final int[] partitions = new int[coarseVertices];
    for (int v = 0; v < coarseOf.length; v++) {
      partitions[coarseOf[v]] = partitionOf[v];
    }
    return partitions;
  }

  /** The coarse graph. */
  WeightedGraph coarse() {
    final int[] offsets = new int[coarseVertices + 1];
    final int[] neighbors = new int[fine.neighbors().length];
    final int[] edgeWeights = new int[neighbors.length];
    final int[][] weights = new int[fine.constraints()][coarseVertices];
    final int[] slotOf = new int[coarseVertices]; // slot to a neighbour, plus 1
    int next = 0;
    for (int v = 0; v < match.length; v++) {
      if (match[v] >= 0 && match[v] < v) {
        continue; // comes with the other one
      }
      final int coarse = coarseOf[v];
      final int first = next;
      for (int part = v; part >= 0; part = part == v && match[v] >= 0 ? match[v] : -1) {
        for (int c = 0; c < weights.length; c++) {
          weights[c][coarse] += fine.weights()[c][part];
        }
        for (int i = fine.offsets()[part]; i < fine.offsets()[part + 1]; i++) {
          final int target = coarseOf[fine.neighbors()[i]];
          if (target == coarse) {
            continue;
          }
          final int slot = slotOf[target] - 1;
          if (slot >= first) {
            edgeWeights[slot] += fine.edgeWeights()[i];
          } else {
            neighbors[next] = target;
            edgeWeights[next++] = fine.edgeWeights()[i];
            slotOf[target] = next;
          }
        }
      }
      offsets[coarse + 1] = next;
    }
    return new WeightedGraph(
        offsets, Arrays.copyOf(neighbors, next), Arrays.copyOf(edgeWeights, next), weights);
  }
}
