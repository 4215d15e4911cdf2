// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.partition.weighted.WeightedGraph;
import io.graphember.spi.Cancellation;
import io.graphember.spi.CounterRandom;
import java.util.Arrays;

/**
 * Cuts a small graph into partitions by bisections, each the best of some: one half grows from a
 * random vertex by the neighbour that makes the cut lightest (greedy graph growing partitioning),
 * and is refined.
 */
final class Bisections {
  private static final int TRIES = 8;
  private static final int PASSES = 8;

  private final double slack;
  private final Cancellation cancellation;

  /**
   * Bisections.
   *
   * @param slack factor of its share that a half may have
   */
  Bisections(double slack, Cancellation cancellation) {
    this.slack = slack;
    this.cancellation = cancellation;
  }

  /** Partition of each vertex. */
  int[] cut(WeightedGraph graph, int partitions, long key) {
    final int[] partitionOf = new int[graph.vertices()];
    if (partitions > 1) {
      final int left = partitions / 2;
      final int[] side = best(graph, (double) left / partitions, key);
      for (int half = 0; half < 2; half++) {
        final Part part = Part.of(graph, side, half);
        final int[] within =
            cut(part.graph, half == 0 ? left : partitions - left, CounterRandom.child(key, half));
        for (int i = 0; i < within.length; i++) {
          partitionOf[part.vertices[i]] = within[i] + (half == 0 ? 0 : left);
        }
      }
    }
    return partitionOf;
  }

  private int[] best(WeightedGraph graph, double share, long key) {
    final long[] totals = graph.totals();
    final long[][] most = new long[totals.length][2];
    for (int c = 0; c < most.length; c++) {
      most[c][0] = (long) Math.ceil(slack * share * totals[c]);
      most[c][1] = (long) Math.ceil(slack * (1 - share) * totals[c]);
    }
    int[] best = new int[graph.vertices()];
    double bestExcess = Double.POSITIVE_INFINITY;
    long bestCut = Long.MAX_VALUE;
    for (int t = 0; t < TRIES && graph.vertices() > 0; t++) {
      cancellation.check();
      final CutState cut =
          new CutState(graph, grown(graph, share, CounterRandom.bits(key, 10 + t)), most);
      new CutRefinement(cut, cancellation).run(PASSES);
      final double excess = cut.excess();
      final long weight = graph.cut(cut.partitionOf);
      if (excess < bestExcess - 1e-9 || (excess < bestExcess + 1e-9 && weight < bestCut)) {
        best = cut.partitionOf;
        bestExcess = excess;
        bestCut = weight;
      }
    }
    return best;
  }

  /** Side 0 grows until it has its share of all weights together; all others are on side 1. */
  private static int[] grown(WeightedGraph graph, double share, long bits) {
    final int[] side = new int[graph.vertices()];
    Arrays.fill(side, 1);
    final long[] totals = graph.totals();
    final GainHeap heap = new GainHeap(graph.vertices());
    double grown = 0; // sum of the shares of all weights
    int next = CounterRandom.bounded(bits, graph.vertices()); // where a new component is looked for
    for (int left = graph.vertices(); left > 0 && grown < share * totals.length - 1e-9; left--) {
      if (heap.isEmpty()) {
        while (side[next] == 0) {
          next = (next + 1) % graph.vertices();
        }
        heap.put(next, 0);
      }
      final int vertex = heap.remove();
      side[vertex] = 0;
      for (int c = 0; c < totals.length; c++) {
        grown += (double) graph.weights()[c][vertex] / Math.max(1, totals[c]);
      }
      for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
        final int neighbor = graph.neighbors()[i];
        if (side[neighbor] == 1) {
          final long before = heap.has(neighbor) ? heap.gain(neighbor) : -weightOf(graph, neighbor);
          heap.put(neighbor, before + 2L * graph.edgeWeights()[i]);
        }
      }
    }
    return side;
  }

  private static long weightOf(WeightedGraph graph, int vertex) {
    long weight = 0;
    for (int i = graph.offsets()[vertex]; i < graph.offsets()[vertex + 1]; i++) {
      weight += graph.edgeWeights()[i];
    }
    return weight;
  }

  /** The vertices of one side, and the edges between them. */
  private record Part(WeightedGraph graph, int[] vertices) {
    static Part of(WeightedGraph whole, int[] side, int half) {
      final int[] number = new int[whole.vertices()];
      final int[] vertices = new int[whole.vertices()];
      int count = 0;
      for (int v = 0; v < number.length; v++) {
        if (side[v] == half) {
          number[v] = count;
          vertices[count++] = v;
        }
      }
      final int[] offsets = new int[count + 1];
      final int[] neighbors = new int[whole.neighbors().length];
      final int[] edgeWeights = new int[neighbors.length];
      final int[][] weights = new int[whole.constraints()][count];
      int next = 0;
      for (int i = 0; i < count; i++) {
        final int v = vertices[i];
        for (int c = 0; c < weights.length; c++) {
          weights[c][i] = whole.weights()[c][v];
        }
        for (int e = whole.offsets()[v]; e < whole.offsets()[v + 1]; e++) {
          if (side[whole.neighbors()[e]] == half) {
            neighbors[next] = number[whole.neighbors()[e]];
            edgeWeights[next++] = whole.edgeWeights()[e];
          }
        }
        offsets[i + 1] = next;
      }
      return new Part(
          new WeightedGraph(
              offsets, Arrays.copyOf(neighbors, next), Arrays.copyOf(edgeWeights, next), weights),
          Arrays.copyOf(vertices, count));
    }
  }
}
