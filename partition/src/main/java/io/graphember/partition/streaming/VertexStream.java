// SPDX-License-Identifier: Apache-2.0
package io.graphember.partition.streaming;

import io.graphember.memory.array.IntArray;
import io.graphember.spi.partition.EdgeStream;
import io.graphember.spi.partition.PartitioningRequest;

/**
 * A stream of edges in the order of their destinations, as those of a graph that is loaded are, as
 * a stream of vertices. A vertex at which no edge ends does not come. Used by one thread.
 */
final class VertexStream {
  /** Edges that are read at once. */
  static final int MOST_AT_ONCE = 8192;

  private final EdgeStream edges;
  private final PartitioningRequest request;
  private final IntArray neighbors = new IntArray(256);

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
    final int[] sources = new int[MOST_AT_ONCE];
    final int[] destinations = new int[MOST_AT_ONCE];
    long done = 0;
    int vertex = -1;
    neighbors.size = 0;
    edges.rewind();
    for (int count = edges.read(sources, destinations);
        count > 0;
        count = edges.read(sources, destinations)) {
      request.cancellation().check();
      request.progress().at(phase, done, edges.edges());
      for (int i = 0; i < count; i++) {
        if (destinations[i] != vertex) {
          end(vertex, vertices);
          vertex = destinations[i];
        }
        neighbors.add(sources[i]);
      }
      done += count;
    }
    end(vertex, vertices);
  }

  private void end(int vertex, Vertices vertices) {
    if (vertex >= 0) {
      vertices.vertex(vertex, neighbors.values, neighbors.size);
      neighbors.size = 0;
    }
  }
}
