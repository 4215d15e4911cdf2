// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.weighted;

import io.graphember.graph.GraphError;
import io.graphember.partition.EdgeBatches;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;
import java.util.Arrays;

/**
 * Reads a stream of edges as an undirected graph: loops are left out, parallel and reverse edges
 * are one of so much weight. Vertices weigh 1, and, if edges are to balance, in a second constraint
 * the edges that end at them. 16 bytes an edge, twice as much while copies are merged.
 */
public final class GraphReader {
  /** Most edges of a stream: both ends of each are in one array. */
  private static final int MOST_EDGES = (Integer.MAX_VALUE - 8) / 2;

  private final EdgeStream edges;
  private final PartitioningRequest request;

  /** A reader of a stream. */
  public GraphReader(EdgeStream edges, PartitioningRequest request) {
    this.edges = edges;
    this.request = request;
  }

  /**
   * Reads the stream twice.
   *
   * @param partitioner who holds the graph, for the message
   * @param balanceEdges whether vertices have the second weight
   * @throws GraphemberException with code {@link GraphError#GRAPH_TOO_LARGE}
   */
  public WeightedGraph read(String partitioner, boolean balanceEdges) {
    if (edges.edges() > MOST_EDGES) {
      throw new GraphemberException(
          GraphError.GRAPH_TOO_LARGE,
          "The graph has %d edges; %s holds up to %d, use adadne or fennel."
              .formatted(edges.edges(), partitioner, MOST_EDGES));
    }
    final int vertices = (int) edges.vertices();
    final int[][] weights = new int[balanceEdges ? 2 : 1][vertices];
    Arrays.fill(weights[0], 1);
    final int[] offsets = new int[vertices + 1];
    EdgeBatches.read(
        edges,
        request,
        "index",
        (sources, destinations, count) -> {
          for (int i = 0; i < count; i++) {
            if (balanceEdges) {
              weights[1][destinations[i]]++;
            }
            if (sources[i] != destinations[i]) {
              offsets[sources[i] + 1]++;
              offsets[destinations[i] + 1]++;
            }
          }
        });
    for (int v = 0; v < vertices; v++) {
      offsets[v + 1] += offsets[v];
    }
    final int[] neighbors = new int[offsets[vertices]];
    final int[] next = offsets.clone();
    EdgeBatches.read(
        edges,
        request,
        "index",
        (sources, destinations, count) -> {
          for (int i = 0; i < count; i++) {
            if (sources[i] != destinations[i]) {
              neighbors[next[sources[i]]++] = destinations[i];
              neighbors[next[destinations[i]]++] = sources[i];
            }
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
