// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import io.graphember.memory.array.IntArray;
import io.graphember.partition.EdgeBatches;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;

/**
 * A stream of edges in the order of their destinations, as those of a graph that is loaded are, as
 * a stream of vertices. A vertex at which no edge ends does not come. Used by one thread.
 */
final class VertexStream {
  private final EdgeStream edges;
  private final PartitioningRequest request;
  private final IntArray neighbors = new IntArray(256);
  private int vertex; // whose neighbours they are; -1 before the first

  VertexStream(EdgeStream edges, PartitioningRequest request) {
    this.edges = edges;
    this.request = request;
  }

  /** Takes a vertex. */
  @FunctionalInterface
  interface Vertices {
    /**
     * The next one.
     *
     * @param neighbors sources of the edges that end at it
     * @param count how many they are
     */
    void vertex(int vertex, int[] neighbors, int count);
  }

  /** Goes through all vertices. */
  void forEach(String phase, Vertices vertices) {
    vertex = -1;
    neighbors.size = 0;
    EdgeBatches.read(
        edges,
        request,
        phase,
        (sources, destinations, count) -> {
          for (int i = 0; i < count; i++) {
            if (destinations[i] != vertex) {
              end(vertices);
              vertex = destinations[i];
            }
            neighbors.add(sources[i]);
          }
        });
    end(vertices);
  }

  private void end(Vertices vertices) {
    if (vertex >= 0) {
      vertices.vertex(vertex, neighbors.values, neighbors.size);
      neighbors.size = 0;
    }
  }
}
