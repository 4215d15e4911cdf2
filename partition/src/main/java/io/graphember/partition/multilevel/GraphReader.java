// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.multilevel;

import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;

/**
 * Reads a stream of edges as an undirected graph: loops are left out, parallel and reverse edges
 * are one of so much weight. Vertices weigh 1, and, if edges are to balance, in a second constraint
 * the edges that end at them. 16 bytes an edge.
 */
final class GraphReader {
  private static final int BATCH = 8192;

  private final EdgeStream edges;
  private final PartitioningRequest request;

  GraphReader(EdgeStream edges, PartitioningRequest request) {
    this.edges = edges;
    this.request = request;
  }

  /** Takes an edge. */
  @FunctionalInterface
  private interface Edges {
    void edge(int source, int destination);
  }

  private void read(Edges taker) {
    final int[] sources = new int[BATCH];
    final int[] destinations = new int[BATCH];
    long done = 0;
    edges.rewind();
    for (int count = edges.read(sources, destinations);
        count > 0;
        count = edges.read(sources, destinations)) {
      request.cancellation().check();
      request.progress().at("index", done, edges.edges());
      for (int i = 0; i < count; i++) {
        taker.edge(sources[i], destinations[i]);
      }
      done += count;
    }
  }

  /** Reads the stream twice. */
  WeightedGraph read(boolean balanceEdges) {
    final int vertices = (int) edges.vertices();
    final int[][] weights = new int[balanceEdges ? 2 : 1][vertices];
    Arrays.fill(weights[0], 1);
    final int[] offsets = new int[vertices + 1];
    read(
        (source, destination) -> {
          if (balanceEdges) {
            weights[1][destination]++;
          }
          if (source != destination) {
            offsets[source + 1]++;
            offsets[destination + 1]++;
          }
        });
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    final int[] neighbors = new int[offsets[vertices]];
    final int[] next = offsets.clone();
    read(
        (source, destination) -> {
          if (source != destination) {
            neighbors[next[source]++] = destination;
            neighbors[next[destination]++] = source;
          }
        });
    return merged(offsets, neighbors, weights);
  }

  private static WeightedGraph merged(int[] offsets, int[] neighbors, int[][] weights) {
    final int[] edgeWeights = new int[neighbors.length];
    int kept = 0;
    int from = 0;
    for (int v = 0; v + 1 < offsets.length; v++) {
      final int end = offsets[v + 1];
      Arrays.sort(neighbors, from, end);
      for (int i = from; i < end; i++) {
        if (i > from && kept > offsets[v] && neighbors[kept - 1] == neighbors[i]) {
          edgeWeights[kept - 1]++;
        } else {
          neighbors[kept] = neighbors[i];
          edgeWeights[kept++] = 1;
        }
      }
      from = end;
      offsets[v + 1] = kept;
    }
    return new WeightedGraph(
        offsets, Arrays.copyOf(neighbors, kept), Arrays.copyOf(edgeWeights, kept), weights);
  }
}
